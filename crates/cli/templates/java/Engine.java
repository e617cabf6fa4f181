import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
{{dialogue
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
dialogue}}

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

    /** Your part: returns one of the legal actions in a position, which is a text, within this time. */
    static String chooseMove(String position, List<String> legal, double seconds) {
        return legal.get(RANDOM.nextInt(legal.size()));
    }

    // You need not change the rest until you have your own rules.

    /** The state of a game. The outcome is "null" during the game. */
    record Situation(String position, String toMove, String outcome, List<String> legal, String announcement) {}

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
            String shout = answer.contains("\"announcement\":") ? field(answer, "announcement") : "";
            return new Situation(
                    field(answer, "position"), field(answer, "to_move"), field(answer, "outcome"), legal, shout);
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
                    boolean one = now.toMove().equals(rules.look("startpos", List.of()).toMove());
                    boolean over = now.legal().isEmpty();
                    double seconds = timeToMove(words, one);
                    System.out.println("bestmove " + (over ? "none" : chooseMove(now.position(), now.legal(), seconds)));
                }
                case "quit" -> {
                    return;
                }
                default -> {}
            }
            System.out.flush();
        }
    }

    /** The seconds for a move: those of "go movetime", or a twentieth of what is left on the clock. */
    static double timeToMove(List<String> words, boolean isPlayerOne) {
        int time = words.indexOf("movetime");
        if (time >= 0) {
            return Integer.parseInt(words.get(time + 1)) / 1000.0;
        }
        int clock = words.indexOf(isPlayerOne ? "p1time" : "p2time");
        return clock < 0 ? 5.0 : Integer.parseInt(words.get(clock + 1)) / 20000.0;
    }

{{dialogue
    /** Prints the board with its axes, as in the handout. */
    static void show(String position) {
        String[] rows = position.split(" ")[0].split("/");
        int width = position.split(" ")[0].matches(".*\\d.*") ? 2 : 1;
        String letters = "";
        for (int row = 0; row < rows.length; row++) {
            List<String> cells = Pattern.compile("[A-Za-z]\\d|.").matcher(rows[row]).results().map(MatchResult::group).toList();
            StringBuilder line = new StringBuilder();
            letters = "";
            for (String cell : cells) {
                line.append(' ').append(cell.equals("-") ? "-".repeat(width) : cell);
                letters += " " + (char) ('A' + letters.length() / (width + 1)) + " ".repeat(width - 1);
            }
            System.out.printf("%2d %s%s%n", rows.length - row, line,
                    row == 0 ? "  computer" : row == rows.length - 1 ? "  human" : "");
        }
        System.out.println("   " + letters);
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
{{verdict
                move = chooseMove(now.position(), now.legal(), now.legal().contains("accept") ? 0.0 : 5.0);
                System.out.println(switch (move) {
                    case "accept" -> "I accept.";
                    case "refuse" -> "I refuse.";
                    default -> "My move: " + move;
                });
verdict}}
{{plain
                move = chooseMove(now.position(), now.legal(), 5.0);
                List<String> after = new ArrayList<>(moves);
                after.add(move);
                System.out.println("My move: " + move + " " + rules.look(start, after).announcement());
plain}}
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
{{verdict
        while (legal.contains("accept")) {
            String answer = read("Accept or reject? ").toLowerCase(Locale.ROOT);
            if (answer.startsWith("a") || answer.startsWith("r")) {
                return answer.startsWith("a") ? "accept" : "refuse";
            }
        }
verdict}}
        while (true) {
            String move = read("Your move: ").toUpperCase(Locale.ROOT).replaceAll("[\\s-]", "");
            if (legal.contains(move)) {
                return move;
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
            now = rules.look(start, List.of(chooseMove(now.position(), now.legal(), 5.0)));
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
