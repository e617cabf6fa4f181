import { chromium } from "playwright-core";
const kinds = { refusal: {p:"pawn",n:"knight",l:"left rook",r:"right rook",k:"king"}, gastank:{n:"knight",b:"bishop",q:"queen",k:"king"}, hiya:{k:"king",j:"ninja",s:"samurai",n:"mini-ninja",m:"mini-samurai"}, trench:{t:"TIE",x:"X-wing"} };
function view(game, text) { const rows = text.split(" ")[0].split("/"); return { pending: null, notes: [], rows: rows.map((r, ri) => { const cells=[]; let col=0; const num=rows.length-ri;
  for (let i=0;i<r.length;i++){ const c=r[i]; let piece=null; if(c!=="-"){ let side=c===c.toLowerCase()?"south":"north"; let kind=kinds[game]?.[c.toLowerCase()];
   if(game==="trench"){ if("~*".includes(c))side="north"; if("+@".includes(c))side="south"; if("~+".includes(c))kind="wall"; if("*@".includes(c))kind="Death Star";}
   if(game==="oska"){side=c==="w"?"north":"south";kind="piece";} let gas=null; if(game==="gastank")gas=Number(r[++i]); piece={side,kind,letter:c,coloured:c,glyph:c,gas};}
   cells.push({square:String.fromCharCode(65+col++)+num,piece}); } return {number:num,cells}; }) }; }
const S={refusal:"R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s -",gastank:"--B3Q3K3B3--/---N3-N3--/--------/--------/--------/---n3-n3--/--b3q3k3b3-- s",trench:"-TT-TT-/--~*~--/XX---XX/-------/xx---xx/--+@+--/-tt-tt- s -",hiya:"---K---/JJJ-SSS/MMM-NNN/-------/-------/nnn-mmm/sss-jjj/---k--- s",oska:"wwww/---/--/---/bbbb w"};
const T={refusal:"Refusal",gastank:"GasTank Chess",trench:"Trench Run",hiya:"Hi-YA!",oska:"Oska"};
const games=Object.keys(S).map(id=>({id,title:T[id],summary:"any move may be refused once a turn, so only your second-best move counts",sides:id==="oska"?["Black","White"]:["South","North"],opener:id==="oska"?"north":null,starts:[],sizes:id==="oska"?{least:4,most:8}:null,board:view(id,S[id]),palette:[],marks:[],rules:"X\n\nHello\n\nTHE END\n\n    a b c",examples:[]}));
const hello={type:"hello",version:"0",games,limits:{}};
const A=(t)=>({text:t,from:t.slice(0,2),to:t.slice(2),word:null});
const [,, hash, out, w="1280", h="900", theme="light"] = process.argv;
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox","--disable-gpu","--disable-quic"] });
const p = await b.newPage({ viewport: { width: +w, height: +h }, colorScheme: theme });
p.on("console", m => m.type()==="error"&&console.log(m.text())); p.on("pageerror", e => console.log(String(e)));
await p.routeWebSocket(/socket/, ws => { ws.send(JSON.stringify(hello)); ws.onMessage(m => { const r=JSON.parse(m);
  if(r.type==="show"){ const g=r.course.game.split(":")[0]; const v=view(g,S[g]); const pos={type:"position",id:r.id,game:g,start:S[g],actions:r.course.actions.map((t,i)=>({action:t.length>4?{text:t,from:null,to:null,word:t}:A(t),side:i%2?"north":"south",remark:null})),position:S[g],side:"south",outcome:null,ending:"",view:v,legal:[A("A3B5"),A("C3C4")]};
   if(g==="refusal"&&r.course.actions.length){v.pending={from:"C6",to:"C5"};pos.legal=[{text:"accept",from:null,to:null,word:"accept"},{text:"refuse",from:null,to:null,word:"refuse"}];}
   ws.send(JSON.stringify(pos)); }
  if(r.type==="analyze") ws.send(JSON.stringify({type:"analysis",id:r.id,value:{side:"south",score:45,winsIn:null,south:.58},lines:[{depth:9,value:{side:"south",score:45,winsIn:null,south:.58},nodes:123456,nodesPerSecond:2000000,timeMs:55,best:A("A3B5"),alternate:null,line:["A3B5","C6C5","E3D5","D6D5"].map(A)},{depth:9,value:{side:"south",score:-15,winsIn:null,south:.48},nodes:123456,nodesPerSecond:2000000,timeMs:55,best:A("C3C4"),alternate:null,line:["C3C4","C6C5","E3D5","D6D5","A3B5","C6C5","E3D5","D6D5"].map(A)}],verdicts:r.course.game==="refusal"?[{action:A("A3B5"),answer:"refuse"},{action:A("C3C4"),answer:"accept"}]:null,done:false}));
  }); });
await p.goto("http://localhost:5199/"+hash); await p.waitForSelector(".card,.board-box svg", {timeout: 15000});
for (const k of (process.argv[7]??"").split(",").filter(Boolean)) { await p.click(`[data-testid=${k}]`); await p.waitForTimeout(300); }
await p.waitForTimeout(500); await p.screenshot({ path: out }); await b.close();
