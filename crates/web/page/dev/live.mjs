import { chromium } from "playwright-core";
const [,, url, out, w="1280", h="860", theme="light", steps=""] = process.argv;
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox","--disable-gpu","--disable-quic"] });
const p = await b.newPage({ viewport: { width: +w, height: +h }, colorScheme: theme });
p.on("console", m => console.log(m.type(), m.text())); p.on("pageerror", e => console.log(String(e)));
p.on("websocket", ws => { console.log("ws", ws.url()); ws.on("framesent", f => console.log(">", f.payload.slice(0,200))); ws.on("framereceived", f => console.log("<", f.payload.slice(0,150))); ws.on("socketerror", e=>console.log("err",e)); });
await p.goto(url); await p.waitForTimeout(1500);
for (const k of steps.split(",").filter(Boolean)) { if (k.startsWith("@")) { const box = await p.locator(`[data-square="${k.slice(1)}"] .field`).boundingBox(); await p.mouse.click(box.x+box.width/2, box.y+box.height/2);} else if (k.startsWith("~")) await p.waitForTimeout(+k.slice(1)); else await p.click(`[data-testid="${k}"]`); await p.waitForTimeout(250); }
await p.screenshot({ path: out }); await b.close();
