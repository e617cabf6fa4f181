/* A program for Oska as a student may write it, in C. It never flushes, and plays the first legal move. It borrows the
   rules from `skirmish`, named by SKIRMISH. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *questions, *answers;
static char game[8192], legal[4096], side[16];

static void look(const char *start) {
    char line[16384], *place;
    fprintf(questions, "%s%s%s\n", start, game[0] ? " moves" : "", game);
    fflush(questions);
    if (!fgets(line, sizeof line, answers)) exit(9);
    place = strstr(line, "\"to_move\":\"") + 11;
    sprintf(side, "%.*s", (int)(strchr(place, '"') - place), place);
    place = strstr(line, "\"legal\":[") + 9;
    sprintf(legal, "%.*s", (int)(strchr(place, ']') - place), place);
}

int main(void) {
    int to[2], from[2], choice = 5;
    char text[256], move[64], start[64];
    const char *program = getenv("SKIRMISH");
    if (pipe(to) || pipe(from)) return 8;
    if (fork() == 0) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        close(to[1]);
        close(from[0]);
        execlp(program, program, "moves", "oska", "--stdin", (char *)0);
        _exit(7);
    }
    close(to[0]);
    close(from[1]);
    questions = fdopen(to[1], "w");
    answers = fdopen(from[0], "r");
    printf("O S K A\nWill you start? Enter -1 If you do, and 0\n");
    if (!fgets(text, sizeof text, stdin) || sscanf(text, "%d", &choice) != 1 || (choice != 0 && choice != -1)) return 6;
    sprintf(start, "fen wwww/---/--/---/bbbb %c", choice ? 'b' : 'w');
    for (look(start); legal[0]; look(start)) {
        if (!strcmp(side, "north")) {
            sprintf(move, "%.*s", (int)(strchr(legal + 1, '"') - legal - 1), legal + 1);
            if (strcmp(move, "pass")) printf("\n  I take %.2s\n  to %s\n", move, move + 2);
            else printf("pass\n");
        } else {
            printf("enter move\n");
            if (!fgets(text, sizeof text, stdin)) return 0;
            text[strcspn(text, "\r\n")] = 0;
            sprintf(move, "\"%.20s\"", text);
            if (!strstr(legal, move)) {
                printf("bad move %s\n", text);
                continue;
            }
            sprintf(move, "%.20s", text);
        }
        strcat(strcat(game, " "), move);
    }
    printf("done\n");
    return 0;
}
