/* GasTank Chess against a person, as the handout asks for it: the computer on top, capitals, moving first or second.
 * Written for a terminal: nothing is ever flushed by hand. It is no great player. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char piece[7][8];
static int gas[7][8];

struct move { int r, c, nr, nc; };
static struct move list[1000];
static int count;

static const int leaps[8][2] = {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};
static const int around[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

static void setup(void) {
    const char *back = "--BQKB--", *front = "---N-N--";
    memset(piece, '-', sizeof piece);
    for (int c = 0; c < 8; c++) {
        piece[6][c] = back[c];
        piece[5][c] = front[c];
        piece[0][c] = tolower(back[c]);
        piece[1][c] = tolower(front[c]);
    }
    for (int r = 0; r < 7; r++)
        for (int c = 0; c < 8; c++)
            gas[r][c] = piece[r][c] == '-' ? 0 : 3;
}

static void show(void) {
    printf("\n");
    for (int r = 6; r >= 0; r--) {
        printf("   %d  ", r + 1);
        for (int c = 0; c < 8; c++) {
            if (piece[r][c] == '-')
                printf("-- ");
            else
                printf("%c%d ", piece[r][c], gas[r][c]);
        }
        printf("%s\n", r == 6 ? " computer" : r == 0 ? " human" : "");
    }
    printf("      -----------------------\n      A  B  C  D  E  F  G  H\n\n");
}

static int inside(int r, int c) { return r >= 0 && r < 7 && c >= 0 && c < 8; }

static void add(int r, int c, int nr, int nc, char own_king) {
    if (inside(nr, nc) && piece[nr][nc] != own_king)
        list[count++] = (struct move){r, c, nr, nc};
}

/* All legal moves of the computer (capitals) or the person. Own pieces may be taken, the own king may not. */
static void generate(int computer) {
    char own_king = computer ? 'K' : 'k';
    count = 0;
    for (int r = 0; r < 7; r++)
        for (int c = 0; c < 8; c++) {
            char kind = toupper(piece[r][c]);
            if (kind == '-' || gas[r][c] == 0 || !isupper(piece[r][c]) == computer)
                continue;
            if (kind == 'N' || kind == 'Q')
                for (int i = 0; i < 8; i++)
                    add(r, c, r + leaps[i][0], c + leaps[i][1], own_king);
            if (kind == 'K')
                for (int i = 0; i < 8; i++)
                    add(r, c, r + around[i][0], c + around[i][1], own_king);
            if (kind == 'B' || kind == 'Q')
                for (int i = 4; i < 8; i++)
                    for (int n = 1; n < 8; n++) {
                        int nr = r + n * around[i][0], nc = c + n * around[i][1];
                        add(r, c, nr, nc, own_king);
                        if (!inside(nr, nc) || piece[nr][nc] != '-')
                            break;
                    }
        }
}

/* Plays a move and returns whether it took a king. */
static int play(struct move m) {
    char taken = piece[m.nr][m.nc];
    piece[m.nr][m.nc] = piece[m.r][m.c];
    gas[m.nr][m.nc] = taken == '-' ? gas[m.r][m.c] - 1 : 3;
    piece[m.r][m.c] = '-';
    gas[m.r][m.c] = 0;
    return toupper(taken) == 'K';
}

static struct move choose(void) {
    int best = -1, value = -1;
    for (int i = 0; i < count; i++) {
        char taken = piece[list[i].nr][list[i].nc];
        int worth = taken == 'k' ? 100 : islower(taken) ? 10 : isupper(taken) ? 0 : 5;
        worth = worth * 100 + rand() % 100;
        if (worth > value) {
            value = worth;
            best = i;
        }
    }
    return list[best];
}

static struct move ask(void) {
    char line[100];
    for (;;) {
        printf("Enter your move, for example A3D6: ");
        if (scanf("%99s", line) != 1)
            exit(1);
        for (int i = 0; i < count && strlen(line) == 4; i++) {
            struct move m = list[i];
            if (m.c == toupper(line[0]) - 'A' && m.r == line[1] - '1' && m.nc == toupper(line[2]) - 'A' && m.nr == line[3] - '1')
                return m;
        }
        printf("%s is illegal!\n", line);
    }
}

int main(void) {
    char answer[100];
    int computer;
    setup();
    printf("FUMES, a GasTank program\nWould you like to move first (y/n)? ");
    if (scanf("%99s", answer) != 1)
        return 1;
    computer = answer[0] != 'y';
    show();
    for (;; computer = !computer) {
        generate(computer);
        if (count == 0) {
            printf(computer ? "I have no move. You win.\n" : "You have no move. I win.\n");
            return 0;
        }
        struct move m = computer ? choose() : ask();
        if (computer)
            printf("My move is %c%d%c%d\n", 'A' + m.c, m.r + 1, 'A' + m.nc, m.nr + 1);
        int over = play(m);
        show();
        if (over) {
            printf(computer ? "Your king is gone. I win.\n" : "My king is gone. You win.\n");
            return 0;
        }
    }
}
