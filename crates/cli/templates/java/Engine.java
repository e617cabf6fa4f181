import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * An engine for {{TITLE}}: it plays random moves until you write {@link #chooseMove}.
 *
 * <pre>
 * java Engine          plays a person, as in the handout
 * java Engine ugi      plays in tournaments
{{oska
 * java Engine '["wwww","---","--","---","bbbb"]' w 2
 *                      prints the board after its move, as in the handout
oska}}
 * </pre>
 */
public class Engine {
    private static final String GAME = "{{GAME}}";
    private static final Random RANDOM = new Random();
    private static final BufferedReader INPUT = new BufferedReader(new InputStreamReader(System.in));

    /** Your part: returns one of the legal actions in a position, which is a text. */
    static String chooseMove(String position, List<String> legal) {
        return legal.get(RANDOM.nextInt(legal.size()));
    }

    // You need not change the rest until you have your own rules.

    /** The state of a game. The outcome is "null" during the game. */
    record Situation(String position, String toMove, String outcome, List<String> legal) {}

    /** The rules: asks skirmish until you write your own. */
    static class Rules {
        private final PrintWriter questions;
        private final BufferedReader answers;

        Rules() throws IOException {
            String program = System.getenv().getOrDefault("SKIRMISH", "skirmish");
            Process process = new ProcessBuilder(program, "moves", GAME, "--stdin")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            questions = new PrintWriter(process.getOutputStream(), true);
            answers = process.inputReader();
        }

        /** The state after these moves. */
        Situation look(String start, List<String> moves) throws IOException {
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

        private static String field(String answer, String name) {
            String rest = answer.substring(answer.indexOf("\"" + name + "\":") + name.length() + 3);
            return rest.startsWith("\"") ? rest.substring(1, rest.indexOf('"', 1)) : "null";
        }
    }

    /** Speaks UGI, the protocol of tournaments. */
    static void ugi(Rules rules) throws IOException {
        String start = "startpos";
        List<String> moves = List.of();
        for (String line = INPUT.readLine(); line != null; line = INPUT.readLine()) {
            List<String> words = List.of(line.trim().split("\\s+"));
            switch (words.get(0)) {
                case "ugi" -> System.out.println("id name {{NAME}}\nid author Me\nugiok");
                case "isready" -> System.out.println("readyok");
                case "position" -> {
                    int end = words.contains("moves") ? words.indexOf("moves") : words.size();
                    start = String.join(" ", words.subList(1, end));
                    moves = words.subList(Math.min(end + 1, words.size()), words.size());
                }
                case "go" -> {
                    Situation now = rules.look(start, moves);
                    boolean over = now.legal().isEmpty();
                    System.out.println("bestmove " + (over ? "none" : chooseMove(now.position(), now.legal())));
                }
                case "quit" -> {
                    return;
                }
                default -> {}
            }
            System.out.flush();
        }
    }

{{dialogue
    /** Prints the board: the rows from the top, with their numbers. */
    static void show(String position) {
        String[] rows = position.split(" ")[0].split("/");
        for (int row = 0; row < rows.length; row++) {
            System.out.printf("%2d  %s%n", rows.length - row, rows[row]);
        }
    }

    /** Plays a person, who has the bottom side. */
    static void play(Rules rules) throws IOException {
        String order = "";
        while (!order.startsWith("f") && !order.startsWith("s")) {
            order = read("Do you want to move first or second? ").toLowerCase(Locale.ROOT);
        }
        String[] fields = rules.look("startpos", List.of()).position().split(" ");
        fields[1] = order.startsWith("f") ? "s" : "n";
        String start = "fen " + String.join(" ", fields);
        List<String> moves = new ArrayList<>();
        Situation now = rules.look(start, moves);
        while (!now.legal().isEmpty()) {
            show(now.position());
            String move;
            if (now.toMove().equals("north")) {
                move = chooseMove(now.position(), now.legal());
                System.out.println(switch (move) {
                    case "accept" -> "I accept.";
                    case "refuse" -> "I refuse.";
                    default -> "My move: " + move;
                });
            } else {
                move = ask(now.legal());
            }
            moves.add(move);
            now = rules.look(start, moves);
        }
        show(now.position());
        System.out.println(switch (now.outcome()) {
            case "south" -> "You win.";
            case "north" -> "I win.";
            default -> "A draw.";
        });
    }

    /** Asks the person for a legal action. */
    static String ask(List<String> legal) throws IOException {
        boolean answers = legal.contains("accept");
        while (true) {
            String text = read(answers ? "Accept or reject? " : "Your move: ");
            String move = text.toUpperCase(Locale.ROOT).replaceAll("[\\s-]", "");
            if (answers) {
                move = move.startsWith("A") ? "accept" : move.startsWith("R") ? "refuse" : move;
            }
            for (String action : legal) {
                if (action.equalsIgnoreCase(move)) {
                    return action;
                }
            }
            System.out.println("That is not possible here.");
        }
    }

    static String read(String question) throws IOException {
        System.out.print(question);
        String line = INPUT.readLine();
        if (line == null) {
            System.exit(0);
        }
        return line.trim();
    }
dialogue}}
{{oska
    /** Prints the board after the move. */
    static void call(Rules rules, String board, String side) throws IOException {
        String start = "fen " + board.replaceAll("[\\[\\]\"\\s]", "").replace(',', '/') + " " + side;
        Situation now = rules.look(start, List.of());
        if (!now.legal().isEmpty()) {
            now = rules.look(start, List.of(chooseMove(now.position(), now.legal())));
        }
        System.out.println("[\"" + now.position().split(" ")[0].replace("/", "\",\"") + "\"]");
    }
oska}}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 1 && arguments[0].equals("ugi")) {
            ugi(new Rules());
{{oska
        } else if (arguments.length == 3) {
            call(new Rules(), arguments[0], arguments[1]);
        } else {
            System.err.println("expected ugi, or a board, a side and a depth");
            System.exit(2);
        }
oska}}
{{dialogue
        } else {
            play(new Rules());
        }
dialogue}}
        System.exit(0);
    }
}
