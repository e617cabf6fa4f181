import { chromium } from "playwright-core";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox","--disable-gpu"] });
const p = await b.newPage();
await p.goto("http://localhost:5199/"); await p.click("[data-testid=card-refusal]"); await p.focus("[data-testid=mode-engine]"); await p.keyboard.press("ArrowRight"); await p.keyboard.press("Enter");
await p.waitForSelector("[data-testid=board] svg"); await p.waitForTimeout(300);
console.log(await p.evaluate(() => document.activeElement.outerHTML.slice(0,200)), p.url());
await p.keyboard.press("b"); console.log(await p.evaluate(() => document.activeElement.outerHTML.slice(0,200)), await p.evaluate(()=>document.querySelector('.board [data-square=A1]').outerHTML.slice(0,200)));
await b.close();
