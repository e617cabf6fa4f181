import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Alpha-beta for all games of Skirmish in a few lines: prints the value of a position and the best move.
 *
 * <pre>
 * java AlphaBeta.java hiya 3
 * java AlphaBeta.java oska 4 --position "w--w/---/--/-b-/b--- w"
 * java AlphaBeta.java hiya 3 --trace trace.jsonl
 * skirmish microscope check trace.jsonl
 * </pre>
 *
 * The rules come from skirmish, as in the starters: put it into PATH, or its path into the variable SKIRMISH.
 */
public class AlphaBeta {
    static final int INFINITY = 32000;
    static final int WIN = 30000;

    static String start = "startpos";
    static PrintWriter questions;
    static BufferedReader answers;
    /** Null without --trace. */
    static PrintWriter trace;
    static String best = "none";

    /** The state of a game. The outcome is "null" during the game. */
    record Situation(String position, String toMove, String outcome, List<String> legal) {}

    /** The state after these moves. */
    static Situation look(List<String> moves) throws IOException {
        questions.println(moves.isEmpty() ? start : start + " moves " + String.join(" ", moves));
        String answer = answers.readLine();
        if (answer == null || answer.startsWith("{\"error\"")) {
            throw new IOException("the rules say " + answer);
        }
        String list = answer.substring(answer.indexOf("\"legal\":[") + 9);
        list = list.substring(0, list.indexOf(']')).replace("\"", "");
        List<String> legal = list.isEmpty() ? List.of() : List.of(list.split(","));
        return new Situation(field(answer, "position"), field(answer, "to_move"), field(answer, "outcome"), legal);
    }

    static String field(String answer, String name) {
        String rest = answer.substring(answer.indexOf("\"" + name + "\":") + name.length() + 3);
        return rest.startsWith("\"") ? rest.substring(1, rest.indexOf('"', 1)) : "null";
    }

    /** A point for each piece, for the side to move: your part. */
    static int evaluate(Situation now) {
        int south = 0;
        for (char letter : now.position().split(" ")[0].toCharArray()) {
            if (Character.isLetter(letter)) {
                south += Character.isUpperCase(letter) || letter == 'w' ? -1 : 1;
            }
        }
        return now.toMove().equals("south") ? south : -south;
    }

    /** Writes a line of the trace. */
    static void write(String format, Object... values) {
        if (trace != null) {
            trace.printf(format + "%n", values);
        }
    }

    /** The value of a position, reached by the move with this name. It is that of the side to move. */
    static int value(String name, List<String> moves, Situation now, int depth, int alpha, int beta) throws IOException {
        write("{\"enter\":\"%s\",\"depth\":%d,\"alpha\":%d,\"beta\":%d}", name, depth, alpha, beta);
        int value = search(moves, now, depth, alpha, beta);
        write("{\"leave\":%d}", value);
        return value;
    }

    static int search(List<String> moves, Situation now, int depth, int alpha, int beta) throws IOException {
        if (!now.outcome().equals("null")) {
            boolean draw = now.outcome().equals("draw");
            return draw ? 0 : now.outcome().equals(now.toMove()) ? WIN - moves.size() : moves.size() - WIN;
        }
        if (depth == 0) {
            return evaluate(now);
        }
        int[] values = {-INFINITY, -INFINITY};
        int counting = 0;
        for (String move : now.legal()) {
            List<String> after = new ArrayList<>(moves);
            after.add(move);
            Situation child = look(after);
            if (child.legal().contains("accept")) {
                // A proposal is played as if it was accepted. The best move will be refused, so the second-best counts.
                after.add("accept");
                child = look(after);
                counting = 1;
                if (now.legal().size() == 1) {
                    return moves.size() - WIN;
                }
            }
            // Ask who moves: the same side may move again.
            int value = child.toMove().equals(now.toMove())
                    ? value(move, after, child, depth - 1, alpha, beta)
                    : -value(move, after, child, depth - 1, -beta, -alpha);
            if (value > values[0]) {
                values[1] = values[0];
                values[0] = value;
                best = moves.isEmpty() ? move : best;
            } else {
                values[1] = Math.max(values[1], value);
            }
            alpha = Math.max(alpha, values[counting]);
            if (alpha >= beta) {
                break;
            }
        }
        return values[counting];
    }

    public static void main(String[] arguments) throws IOException {
        String game = arguments[0];
        int depth = Integer.parseInt(arguments[1]);
        for (int index = 2; index + 1 < arguments.length; index += 2) {
            if (arguments[index].equals("--position")) {
                start = "fen " + arguments[index + 1];
            } else if (arguments[index].equals("--trace")) {
                trace = new PrintWriter(arguments[index + 1]);
            }
        }
        String program = System.getenv().getOrDefault("SKIRMISH", "skirmish");
        Process process = new ProcessBuilder(program, "moves", game, "--stdin")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        questions = new PrintWriter(process.getOutputStream(), true);
        answers = process.inputReader();
        Situation root = look(List.of());
        write("{\"trace\":1,\"game\":\"%s\",\"position\":\"%s\",\"depth\":%d}", game, root.position(), depth);
        int value = value("", List.of(), root, depth, -INFINITY, INFINITY);
        if (trace != null) {
            trace.close();
        }
        System.out.println("value " + value + " best " + best);
        System.exit(0);
    }
}
