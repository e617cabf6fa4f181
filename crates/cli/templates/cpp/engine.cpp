// An engine for {{TITLE}}: it plays random moves until you write choose_move.
//
//     ./engine          plays a person, as in the handout
//     ./engine ugi      plays in tournaments
{{oska
//     ./engine '["wwww","---","--","---","bbbb"]' w 2
//                       prints the board after its move, as in the handout
oska}}
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using Words = std::vector<std::string>;
const std::string game = "{{GAME}}";

// Your part: returns one of the legal actions in a position, which is a text, within this time.
std::string choose_move(const std::string& position, const Words& legal, double seconds) {
    static std::mt19937 random{std::random_device{}()};
    (void)position, (void)seconds;
    return legal[std::uniform_int_distribution<std::size_t>(0, legal.size() - 1)(random)];
}

// You need not change the rest until you have your own rules.
Words split(const std::string& text, char separator) {
    Words words;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, separator);) {
        if (!word.empty()) words.push_back(word);
    }
    return words;
}

std::string join(const Words& words, const std::string& between) {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : between) + word;
    return text;
}

// The state of a game. The outcome is empty during the game.
struct Situation {
    std::string position, to_move, outcome;
    Words legal;
    std::string announcement;
};

// The rules: asks skirmish until you write your own.
class Rules {
public:
    Rules() {
        const char* named = std::getenv("SKIRMISH");
        const std::string program = named ? named : "skirmish";
        int to[2], from[2];
        if (pipe(to) != 0 || pipe(from) != 0) throw std::runtime_error("no pipe");
        if (fork() == 0) {
            dup2(to[0], 0);
            dup2(from[1], 1);
            for (int end : {to[0], to[1], from[0], from[1]}) close(end);
            execlp(program.c_str(), program.c_str(), "moves", game.c_str(), "--stdin", nullptr);
            std::perror(program.c_str());
            _exit(127);
        }
        for (int end : {to[0], from[1]}) close(end);
        questions = fdopen(to[1], "w");
        answers = fdopen(from[0], "r");
    }

    // The state after these moves.
    Situation look(const std::string& start, const Words& moves) {
        const std::string list = moves.empty() ? "" : " moves " + join(moves, " ");
        std::fprintf(questions, "%s%s\n", start.c_str(), list.c_str());
        std::fflush(questions);
        std::string answer;
        for (int c = std::fgetc(answers); c != EOF && c != '\n'; c = std::fgetc(answers)) answer += char(c);
        if (answer.empty() || answer.rfind("{\"error\"", 0) == 0) throw std::runtime_error("the rules say " + answer);
        std::string legal = answer.substr(answer.find("\"legal\":[") + 9);
        legal = legal.substr(0, legal.find(']'));
        legal.erase(std::remove(legal.begin(), legal.end(), '"'), legal.end());
        return {field(answer, "position"), field(answer, "to_move"), field(answer, "outcome"), split(legal, ','),
                field(answer, "announcement")};
    }

private:
    std::FILE *questions, *answers;
    static std::string field(const std::string& answer, const std::string& name) {
        const auto found = answer.find("\"" + name + "\":\"");
        if (found == std::string::npos) return "";
        const auto start = found + name.size() + 3;
        return answer.substr(start + 1, answer.find('"', start + 1) - start - 1);
    }
};

// The seconds for a move: those of "go movetime", or a twentieth of what is left on the clock.
double time_to_move(const Words& words, bool is_player_one) {
    const auto after = [&](const std::string& name) {
        const auto found = std::find(words.begin(), words.end(), name);
        return words.end() - found < 2 ? 0.0 : std::atof((found + 1)->c_str()) / 1000;
    };
    const double clock = after(is_player_one ? "p1time" : "p2time");
    return after("movetime") > 0 ? after("movetime") : clock > 0 ? clock / 20 : 5.0;
}

// Speaks UGI, the protocol of tournaments.
void ugi(Rules& rules) {
    std::string start = "startpos";
    Words moves;
    for (std::string line; std::getline(std::cin, line);) {
        const Words words = split(line, ' ');
        const std::string first = words.empty() ? "" : words[0];
        if (first == "ugi") std::cout << "id name {{NAME}}\nid author Me\nugiok" << std::endl;
        if (first == "isready") std::cout << "readyok" << std::endl;
        if (first == "quit") return;
        if (first == "position") {
            const auto end = std::find(words.begin(), words.end(), "moves");
            start = join(Words(words.begin() + 1, end), " ");
            moves = end == words.end() ? Words() : Words(end + 1, words.end());
        } else if (first == "go") {
            const Situation now = rules.look(start, moves);
            const double seconds = time_to_move(words, now.to_move == rules.look("startpos", {}).to_move);
            const std::string best = now.legal.empty() ? "none" : choose_move(now.position, now.legal, seconds);
            std::cout << "bestmove " << best << std::endl;
        }
    }
}

{{dialogue
// Prints the board with its axes, as in the handout.
void show(const std::string& position) {
    const Words rows = split(split(position, ' ')[0], '/');
    const bool wide = split(position, ' ')[0].find_first_of("0123456789") != std::string::npos;
    std::string letters;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        std::printf("%2zu ", rows.size() - row);
        letters = "   ";
        char column = 'A';
        for (std::size_t at = 0; at < rows[row].size(); ++at) {
            const bool pair = at + 1 < rows[row].size() && std::isdigit(static_cast<unsigned char>(rows[row][at + 1]));
            std::printf(" %s%s", rows[row].substr(at, pair ? 2 : 1).c_str(), wide && !pair ? "-" : "");
            letters += std::string(" ") + column++ + (wide ? " " : "");
            at += pair;
        }
        std::puts(row == 0 ? "  computer" : row + 1 == rows.size() ? "  human" : "");
    }
    std::puts(letters.c_str());
}

std::string read(const std::string& question) {
    std::cout << question << std::flush;
    std::string line;
    if (!std::getline(std::cin, line)) std::exit(0);
    return line;
}

// Asks the person for a legal action.
std::string ask(const Words& legal) {
    const auto is_legal = [&](const std::string& move) { return std::count(legal.begin(), legal.end(), move) > 0; };
{{verdict
    while (is_legal("accept")) {
        const char answer = char(std::tolower(read("Accept or reject? ")[0]));
        if (answer == 'a' || answer == 'r') return answer == 'a' ? "accept" : "refuse";
    }
verdict}}
    while (true) {
        std::string move;
        for (unsigned char c : read("Your move: ")) {
            if (std::isalnum(c)) move += char(std::toupper(c));
        }
        if (is_legal(move)) return move;
        std::cout << "That is not possible here.\n";
    }
}

// Plays a person, who has the bottom side.
void play(Rules& rules) {
    char order = ' ';
    while (order != 'f' && order != 's') order = char(std::tolower(read("Do you want to move first or second? ")[0]));
    Words fields = split(rules.look("startpos", {}).position, ' ');
    fields[1] = order == 'f' ? "s" : "n";
    const std::string start = "fen " + join(fields, " ");
    Words moves;
    Situation now = rules.look(start, moves);
    for (; !now.legal.empty(); now = rules.look(start, moves)) {
        show(now.position);
        if (now.to_move == "north") {
{{verdict
            const bool at_once = std::count(now.legal.begin(), now.legal.end(), "accept") > 0;
            moves.push_back(choose_move(now.position, now.legal, at_once ? 0.0 : 5.0));
            const std::string& move = moves.back();
            std::cout << (move == "accept" ? "I accept." : move == "refuse" ? "I refuse." : "My move: " + move) << std::endl;
verdict}}
{{plain
            moves.push_back(choose_move(now.position, now.legal, 5.0));
            std::cout << "My move: " << moves.back() << " " << rules.look(start, moves).announcement << std::endl;
plain}}
        } else {
            moves.push_back(ask(now.legal));
        }
    }
    show(now.position);
    std::puts(now.outcome == "south" ? "You win." : now.outcome == "north" ? "I win." : "A draw.");
}
dialogue}}
{{oska
// Prints the board after the move.
void call(Rules& rules, std::string board, const std::string& side) {
    std::replace(board.begin(), board.end(), ',', '/');
    const auto is_sign = [](char c) { return c == '[' || c == ']' || c == '"' || c == ' '; };
    board.erase(std::remove_if(board.begin(), board.end(), is_sign), board.end());
    const std::string start = "fen " + board + " " + side;
    Situation now = rules.look(start, {});
    if (!now.legal.empty()) now = rules.look(start, {choose_move(now.position, now.legal, 5.0)});
    std::cout << "[\"" << join(split(split(now.position, ' ')[0], '/'), "\",\"") << "\"]" << std::endl;
}
oska}}

int main(int count, char** arguments) {
    Rules rules;
    if (count == 2 && std::string(arguments[1]) == "ugi") {
        ugi(rules);
{{oska
    } else if (count == 4) {
        call(rules, arguments[1], arguments[2]);
    } else {
        std::cerr << "expected ugi, or a board, a side and a depth\n";
    }
oska}}
{{dialogue
    } else {
        play(rules);
    }
dialogue}}
}
