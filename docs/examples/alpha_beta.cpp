// Alpha-beta for all games of Skirmish in a few lines: prints the value of a position and the best move.
//
//     g++ -std=c++17 -O2 -o alpha_beta alpha_beta.cpp
//     ./alpha_beta hiya 3
//     ./alpha_beta oska 4 --position "w--w/---/--/-b-/b--- w"
//     ./alpha_beta hiya 3 --trace trace.jsonl
//     skirmish microscope check trace.jsonl
//
// The rules come from skirmish, as in the starters: put it into PATH, or its path into the variable SKIRMISH.
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using Words = std::vector<std::string>;
constexpr int INFINITE = 32000, WIN = 30000;

// The state of a game. The outcome is empty during the game.
struct Situation {
    std::string position, to_move, outcome;
    Words legal;
};

// Asks skirmish for the rules.
class Rules {
public:
    Rules(const std::string& game, const std::string& position) : start(position.empty() ? "startpos" : "fen " + position) {
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
    Situation look(const Words& moves) {
        std::string question = start + (moves.empty() ? "" : " moves");
        for (const auto& move : moves) question += " " + move;
        std::fprintf(questions, "%s\n", question.c_str());
        std::fflush(questions);
        std::string answer;
        for (int c = std::fgetc(answers); c != EOF && c != '\n'; c = std::fgetc(answers)) answer += char(c);
        if (answer.empty() || answer.rfind("{\"error\"", 0) == 0) throw std::runtime_error("the rules say " + answer);
        Words legal;
        const auto list = answer.find("\"legal\":[") + 9;
        std::istringstream words(answer.substr(list, answer.find(']', list) - list));
        for (std::string word; std::getline(words, word, ',');) legal.push_back(word.substr(1, word.size() - 2));
        return {field(answer, "position"), field(answer, "to_move"), field(answer, "outcome"), legal};
    }

private:
    std::string start;
    std::FILE *questions, *answers;
    static std::string field(const std::string& answer, const std::string& name) {
        const auto found = answer.find("\"" + name + "\":\"");
        if (found == std::string::npos) return "";
        const auto begin = found + name.size() + 4;
        return answer.substr(begin, answer.find('"', begin) - begin);
    }
};

// A point for each piece, for the side to move: your part.
int evaluate(const Situation& now) {
    int south = 0;
    for (unsigned char letter : now.position.substr(0, now.position.find(' '))) {
        if (std::isalpha(letter)) south += std::isupper(letter) || letter == 'w' ? -1 : 1;
    }
    return now.to_move == "south" ? south : -south;
}

struct Search {
    Rules& rules;
    // Open only with --trace.
    std::ofstream trace;
    std::string best = "none";

    // The value of a position, reached by the move with this name. It is that of the side to move.
    int value(const std::string& name, const Words& moves, const Situation& now, int depth, int alpha, int beta) {
        if (trace.is_open()) {
            trace << "{\"enter\":\"" << name << "\",\"depth\":" << depth << ",\"alpha\":" << alpha << ",\"beta\":" << beta << "}\n";
        }
        const int value = search(moves, now, depth, alpha, beta);
        if (trace.is_open()) trace << "{\"leave\":" << value << "}\n";
        return value;
    }

    int search(const Words& moves, const Situation& now, int depth, int alpha, int beta) {
        const int ply = int(moves.size());
        if (!now.outcome.empty()) return now.outcome == "draw" ? 0 : now.outcome == now.to_move ? WIN - ply : ply - WIN;
        if (depth == 0) return evaluate(now);
        int values[2] = {-INFINITE, -INFINITE}, counting = 0;
        for (const auto& move : now.legal) {
            Words after = moves;
            after.push_back(move);
            Situation child = rules.look(after);
            if (std::count(child.legal.begin(), child.legal.end(), "accept") > 0) {
                // A proposal is played as if it was accepted. The best move will be refused, so the second-best counts.
                after.push_back("accept");
                child = rules.look(after);
                counting = 1;
                if (now.legal.size() == 1) return ply - WIN;
            }
            // Ask who moves: the same side may move again.
            const bool again = child.to_move == now.to_move;
            const int found = again ? value(move, after, child, depth - 1, alpha, beta)
                                    : -value(move, after, child, depth - 1, -beta, -alpha);
            if (found > values[0]) {
                values[1] = values[0];
                values[0] = found;
                if (moves.empty()) best = move;
            } else {
                values[1] = std::max(values[1], found);
            }
            alpha = std::max(alpha, values[counting]);
            if (alpha >= beta) break;
        }
        return values[counting];
    }
};

int main(int count, char** arguments) {
    const Words words(arguments + 1, arguments + count);
    if (words.size() < 2) {
        std::cerr << "expected a game and a depth\n";
        return 2;
    }
    std::string position, file;
    for (std::size_t index = 2; index + 1 < words.size(); index += 2) {
        if (words[index] == "--position") position = words[index + 1];
        if (words[index] == "--trace") file = words[index + 1];
    }
    Rules rules(words[0], position);
    Search search{rules, {}};
    if (!file.empty()) search.trace.open(file);
    const int depth = std::stoi(words[1]);
    const Situation root = rules.look({});
    if (search.trace.is_open()) {
        search.trace << "{\"trace\":1,\"game\":\"" << words[0] << "\",\"position\":\"" << root.position << "\",\"depth\":" << depth << "}\n";
    }
    const int value = search.value("", {}, root, depth, -INFINITE, INFINITE);
    std::cout << "value " << value << " best " << search.best << std::endl;
}
