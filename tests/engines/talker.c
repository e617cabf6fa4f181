/* Plays any game of a rectangular board against a person, and talks in the style of its first argument.

   It borrows the rules from `skirmish`, named by SKIRMISH, and writes the moves that it really makes to a file: its arguments
   are the style, the game and the file. It never flushes its output. talker.py is the same in Python. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static FILE *questions, *answers;
static char game[16384], position[512], legal[512][8], played[2048][16];
static int count, plies, width, height, to_move;
static const char *style;

static int is(const char *name) { return strcmp(style, name) == 0; }

/* The state of the game: position, legal moves, and whether it is the program's turn. */
static void look(const char *start) {
    static char line[65536];
    fprintf(questions, "%s%s%s\n", start, game[0] ? " moves" : "", game);
    fflush(questions);
    if (!fgets(line, sizeof line, answers)) exit(9);
    to_move = strstr(line, "\"to_move\":\"north\"") != NULL;
    sscanf(strstr(line, "\"position\":\"") + 12, "%511[^\"]", position);
    char *place = strstr(line, "\"legal\":[") + 9;
    for (count = 0; *place != ']'; place++)
        if (*place == '"' && place[1] != ',' && place[1] != ']') sscanf(place + 1, "%7[^\"]", legal[count++]), place += 5;
}

static const char *lower(const char *move, const char *between) {
    static char texts[4][32];
    static int next;
    char *text = texts[next++ % 4];
    sprintf(text, "%c%c%s%c%c", tolower(move[0]), move[1], between, tolower(move[2]), move[3]);
    return text;
}

/* The move as the other side sees it. */
static const char *mirrored(const char *move) {
    static char text[8];
    for (int i = 0; i < 4; i += 2) {
        text[i] = 'A' + width - 1 - (move[i] - 'A');
        text[i + 1] = '1' + height - 1 - (move[i + 1] - '1');
    }
    return text;
}

static void show(const char *last) {
    int row = height;
    printf("\n");
    if (is("redrawn") && last[0]) printf("Last move of the computer: %s\n", last);
    printf("%d  ", row);
    for (const char *place = position; *place != ' '; place++) {
        if (*place == '/') printf("\n%d  ", --row);
        else printf("%c ", *place);
    }
    printf("\n   ");
    for (int column = 0; column < width; column++) printf("%c ", 'A' + column);
    printf("\n\n");
}

static void burn(int milliseconds) {
    struct timespec now, start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    do clock_gettime(CLOCK_MONOTONIC, &now);
    while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < milliseconds);
}

/* What it prints before its move, or does. */
static void think(void) {
    if (is("candidates")) {
        printf("Possible moves:\n");
        for (int i = 0; i < count; i++) printf("  %d. %s   score %d\n", i + 1, legal[i], (i + 1) * 7 % 31);
    } else if (is("debug")) {
        for (int i = 0; i < count && i < 6; i++)
            printf("[debug] depth %d: best %s, nodes %d, pv %s %s %s\n", i + 1, legal[i], i * 512, legal[i], mirrored(legal[i]),
                   legal[count - 1]);
    } else if (is("deepening")) {
        const char *best[] = {legal[0], legal[count - 1], legal[count / 2]};
        for (int i = 0; i < 3; i++)
            printf("Depth %d: best move %s (%d.25 seconds)\nCurrent best move: %s\n", i + 1, best[i], i, best[i]);
    } else if (is("arrows")) {
        printf("thinking:");
        for (int i = 0; i < count && i < 5; i++) printf(" %s,", lower(legal[i], "->"));
        printf("\n");
    } else if (is("forking")) {
        /* Each child searches for a while, and they end one after another. */
        fflush(stdout);
        for (int i = 0; i < 3; i++)
            if (fork() == 0) {
                burn(4 * i);
                _exit(0);
            }
        for (int i = 0; i < 3; i++) wait(NULL);
        printf("Legal:");
        for (int i = 0; i < count; i++) printf(" %s", legal[i]);
        printf("\n");
    }
}

/* Tells its move. */
static void say(const char *move, const char *entered) {
    const char *other = strcmp(legal[0], move) ? legal[0] : legal[count - 1];
    if (is("plan")) {
        printf("My move: %s\nI expect to follow with %s after %s.\n", move, other, mirrored(other));
    } else if (is("mirrored")) {
        printf("I made my move %s ( %s )\n", move, mirrored(move));
    } else if (is("candidates")) {
        printf("I choose %s.\n", move);
    } else if (is("debug")) {
        printf("bestmove %s\n", lower(move, ""));
    } else if (is("arrows")) {
        printf("%s\n", lower(move, " -> "));
    } else if (is("redrawn")) {
        printf("Computer plays %s\n", lower(move, " "));
    } else if (is("history")) {
        sprintf(played[plies++], "computer: %s", move);
        for (int i = 0; i < plies; i++) printf("%d. %s\n", i + 1, played[i]);
    } else if (is("named")) {
        printf("*** HAL 9000 strikes: %s ***\nlegal were", move);
        for (int i = 0; i < count; i++) printf(" %s", legal[i]);
        printf("\n");
    } else if (is("brackets")) {
        printf("I shall move (%.2s) to (%.2s), threatening %s\n", lower(move, ""), lower(move, "") + 2, lower(other, " "));
    } else if (is("forking")) {
        printf("AI chooses %s\n", move);
    } else if (is("echo")) {
        printf("You played %s. I play %s, not %s!\n", entered[0] ? entered : "nothing", move, other);
    } else if (is("deepening")) {
        printf("Best move: %s after 0.3 seconds\n", move);
    } else {
        /* It plays something else than its board allows. */
        printf("My move: %s\nPossible moves:", move);
        for (int i = 0; i < count; i++) printf(" %s", legal[i]);
        printf("\n");
    }
}

/* How each style asks who moves first, with the answers that let the person and the program begin. */
static const char *const asked[][4] = {
    {"plan", "Do you want to move first or second? (1/2) ", "1", "2"},
    {"mirrored", "Do you want to move first or second? ", "first", "second"},
    {"candidates", "Who moves first?\n1. human\n2. computer\n", "1", "2"},
    {"debug", "Would you like to go first (y/n)? ", "y", "n"},
    {"arrows", "Should I go first (y/n)? ", "n", "y"},
    {"redrawn", "(f)irst or (s)econd: ", "f", "s"},
    {"history", "Who moves first, (h)uman or (c)omputer? ", "h", "c"},
    {"named", "Enter 1 for computer first, 2 for human first: ", "2", "1"},
    {"brackets", "Will you start? Enter -1 if you do, and 0 if you don't: ", "-1", "0"},
    {"forking", "First or second (f/s)? ", "f", "s"},
    {"echo", "Who goes first? 1 = you, 2 = me: ", "1", "2"},
    {"deepening", "Who begins? human/computer ", "human", "computer"},
    {"cheat", "Would you like to be first (1) or second (2)? ", "1", "2"},
};

/* Whether the program moves second. */
static int ask_order(void) {
    char text[256];
    size_t at = 0;
    while (!is(asked[at][0])) at++;
    printf("%s", asked[at][1]);
    if (!fgets(text, sizeof text, stdin)) exit(6);
    text[strcspn(text, "\r\n")] = 0;
    if (strcmp(text, asked[at][2]) && strcmp(text, asked[at][3])) {
        printf("What is %s?\n", text);
        exit(4);
    }
    return !strcmp(text, asked[at][2]);
}

int main(int arguments, char **words) {
    int to[2], from[2], own = 0;
    unsigned chance = 0;
    char text[256], start[600], move[16], last[16] = "", entered[16] = "";
    if (arguments != 4 || pipe(to) || pipe(from)) return 8;
    style = words[1];
    const char *program = getenv("SKIRMISH");
    if (fork() == 0) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        close(to[1]);
        close(from[0]);
        execlp(program, program, "moves", words[2], "--stdin", (char *)0);
        _exit(7);
    }
    close(to[0]);
    close(from[1]);
    questions = fdopen(to[1], "w");
    answers = fdopen(from[0], "r");
    look("startpos");
    width = strcspn(position, "/");
    height = 1;
    for (const char *place = position; *place != ' '; place++) height += *place == '/';
    for (const char *place = style; *place; place++) chance += *place;
    printf("TALKER plays %s\n", words[2]);
    int second = ask_order();
    char *side = strchr(position, ' ') + 1;
    *side = second ? 's' : 'n';
    sprintf(start, "fen %s", position);
    FILE *file = fopen(words[3], "a");
    if (!file) return 5;
    fprintf(file, "\n%s", second ? "second" : "first");
    for (look(start); show(last), count; look(start)) {
        if (to_move) {
            own++;
            chance = (chance * 1103515245u + 12345u) % 2147483648u;
            strcpy(move, legal[(chance >> 8) % count]);
            think();
            if (is("cheat") && own == 3) memcpy(move + 2, move, 2);
            fprintf(file, " %s", move);
            fflush(file);
            say(move, entered);
            strcpy(last, move);
        } else {
            if (is("echo")) printf("Enter your move (e.g. %s): ", legal[0]);
            else printf("Your move? ");
            if (!fgets(text, sizeof text, stdin)) return 0;
            sscanf(text, "%15s", entered);
            for (char *place = entered; *place; place++) *place = toupper(*place);
            int found = 0;
            for (int i = 0; i < count; i++) found |= !strcmp(legal[i], entered);
            if (!found) {
                printf("That is illegal!\n");
                continue;
            }
            strcpy(move, entered);
            sprintf(played[plies++], "human: %s", move);
        }
        strcat(strcat(game, " "), move);
    }
    printf("The game is over.\n");
    return 0;
}
