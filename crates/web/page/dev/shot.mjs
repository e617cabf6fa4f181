import { chromium } from "playwright-core";
const [,, url, out, w="1280", h="1000"] = process.argv;
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox","--disable-gpu","--disable-quic"] });
const p = await b.newPage({ viewport: { width: +w, height: +h } });
p.on("console", m => console.log(m.text())); p.on("pageerror", e => console.log(String(e)));
await p.goto(url); await p.waitForSelector("svg.board", {timeout: 15000}); await p.waitForTimeout(600); await p.screenshot({ path: out }); await b.close();
