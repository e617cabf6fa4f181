import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.List;
import java.util.Scanner;

/** A program for Oska as a student may write it, in Java. It asks skirmish for the rules and plays the last move. */
public class Classmate {
    public static void main(String[] arguments) throws Exception {
        Process rules = new ProcessBuilder(System.getenv("SKIRMISH"), "moves", "oska", "--stdin").start();
        PrintWriter questions = new PrintWriter(rules.getOutputStream(), true);
        BufferedReader answers = new BufferedReader(new InputStreamReader(rules.getInputStream()));
        Scanner input = new Scanner(System.in);
        System.out.println("Welcome to Oska!");
        System.out.print("Do you want to move first or second? ");
        String order = input.nextLine();
        if (!order.equals("first") && !order.equals("second")) {
            throw new IllegalArgumentException(order);
        }
        String start = "fen wwww/---/--/---/bbbb " + (order.equals("first") ? "b" : "w");
        String moves = "";
        while (true) {
            questions.println(start + (moves.isEmpty() ? "" : " moves" + moves));
            String answer = answers.readLine();
            String list = answer.substring(answer.indexOf("\"legal\":[") + 9);
            list = list.substring(0, list.indexOf(']')).replace("\"", "");
            if (list.isEmpty()) {
                System.out.println("Good game.");
                System.exit(0);
            }
            List<String> legal = List.of(list.split(","));
            if (answer.contains("\"to_move\":\"north\"")) {
                String move = legal.get(legal.size() - 1);
                System.out.println("Computer: " + move);
                moves += " " + move;
            } else {
                System.out.print("Your move? ");
                String move = input.nextLine().trim();
                if (legal.contains(move)) {
                    moves += " " + move;
                } else {
                    System.out.println("Illegal: " + move);
                }
            }
        }
    }
}
