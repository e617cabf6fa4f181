import { render } from "preact";
import "../src/styles/tokens.css";
import "../src/styles/board.css";
import { Board } from "../src/board/Board";
const kinds: any = { refusal: {p:"pawn",n:"knight",l:"left rook",r:"right rook",k:"king"}, gastank:{n:"knight",b:"bishop",q:"queen",k:"king"},
 hiya:{k:"king",j:"ninja",s:"samurai",n:"mini-ninja",m:"mini-samurai"}, trench:{t:"TIE",x:"X-wing"} };
function view(game: string, text: string): any {
  const rows = text.split(" ")[0]!.split("/");
  return { pending: null, notes: [], rows: rows.map((r, ri) => {
    const cells: any[] = []; let col = 0; const num = rows.length - ri;
    for (let i = 0; i < r.length; i++) { const c = r[i]!; let piece: any = null;
      if (c !== "-") { let side = c === c.toLowerCase() ? "south" : "north"; let kind = kinds[game]?.[c.toLowerCase()];
        if (game === "trench") { if ("~*".includes(c)) side = "north"; if ("+@".includes(c)) side="south"; if ("~+".includes(c)) kind="wall"; if ("*@".includes(c)) kind="Death Star"; }
        if (game === "oska") { side = c === "w" ? "north" : "south"; kind = "piece"; }
        let gas = null; if (game === "gastank") gas = Number(r[++i]);
        piece = { side, kind, letter: c, gas }; }
      cells.push({ square: String.fromCharCode(65 + col++) + num, piece }); }
    return { number: num, cells }; }) };
}
const boards: [string,string,any][] = [
 ["refusal","R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s -",{sel:"A3"}],
 ["gastank","--B3Q3K3B3--/---N3-N2--/---B0----/-N1------/-b1------/---n0-n3--/--b3q2k3b3-- s",{}],
 ["trench","-TT-TT-/--~*~--/XX---XX/-------/xx---xx/--+@+--/-tt-tt- s -",{}],
 ["hiya","---K---/JNJ-SSS/MsM-NNN/-------/-------/nnn-mmm/s-s-jjj/---k--- s",{shout:{text:"Hi-YA!",at:"B6"}}],
 ["oska","wwww/---/--/---/bbbb w",{}],["oska","wwwwww/-----/----/-w-/--/---/--b-/-----/bbbbbb w",{}]];
const dark = location.hash === "#dark"; if (dark) document.documentElement.dataset.theme="dark"; document.body.style.background="var(--paper)";
render(<div style={{display:"flex",flexWrap:"wrap",gap:"16px"}}>{boards.map(([g,t,o]) => { const v=view(g,t); if(g==="refusal") v.pending={from:"C3",to:"C4"};
 return <div style={{width:"400px"}}><Board view={v} game={g} sides={["South","North"]} flipped={false} animated={false} legal={g==="refusal"?[{text:"",from:"A3",to:"B5",word:null}]:[]} active last={g==="gastank"?{from:"C1",to:"B3"}:null} arrows={g==="gastank"?[{from:"D2",to:"B3",look:"first"},{from:"D1",to:"F3",look:"second"}]:[]} badges={()=>g==="refusal"?[{square:"C4",sign:"refuse"},{square:"D3",sign:"blunder"},{square:"B3",sign:"mistake"},{square:"A3",sign:"inaccuracy"}]:[]} shout={o.shout} onMove={()=>{}} label="x"/></div>})}</div>, document.getElementById("x")!);
