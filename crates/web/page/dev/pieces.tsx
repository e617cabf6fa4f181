import { render } from "preact";
import "../src/styles/tokens.css";
import "../src/styles/board.css";
import { PieceDrawing } from "../src/pieces/PieceDrawing";
const ks=["pawn","knight","left rook","right rook","king","queen","bishop","TIE","X-wing","wall","Death Star","ninja","samurai","mini-ninja","mini-samurai","piece"];
render(<div>{[120,40].map(w=>["south","north"].map(side=><div style={{display:"flex",flexWrap:"wrap"}}>{ks.map(k=><svg class="board" style={{width:w+"px",height:w+"px"}} viewBox="0 0 100 100"><PieceDrawing piece={{side:side as any,kind:k,letter:"x",gas:null}}/></svg>)}</div>))}
<div style={{display:"flex"}}>{[3,2,1,0].map(g=>["south","north"].map(side=><svg class="board" style={{width:"120px",height:"120px"}} viewBox="0 0 100 100"><PieceDrawing piece={{side:side as any,kind:"knight",letter:"x",gas:g}}/></svg>))}</div></div>, document.getElementById("x")!);
