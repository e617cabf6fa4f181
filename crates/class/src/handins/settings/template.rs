//! The commented file that `class init` writes.

use skirmish_games::GameId;

/// The text of a new class's `class.toml`.
pub fn class_toml(game: GameId, name: &str) -> String {
    let name = format!("{name:?}");
    format!(
        r##"# A class: what skirmish does with the programs that are handed in. Its pages: docs/COURSE.md, docs/ARENA.md.
# A line that begins with # is a comment; those with a setting show its default.

game = "{game}"             # what the programs play
name = {name}
# rubric = "rubric.toml"    # the points of each check of a grade; default: the game's rubric, after its handout
# seed = 1                  # of everything random: equal seeds repeat openings, positions and games
# concurrency = 1           # games and hand-ins at the same time; not more than this machine has cores

[handins]
# Whose hand-in it is follows from the file's name: exports of Moodle and Canvas are understood, and other files are
# called after the student. For other names, a pattern with a group "name", and, if they matter, "file" for what follows
# and "id" for a number that tells students of one name apart:
# pattern = '^hw1-(?<name>[^-]+)-(?<file>.+)$'
# size = 64                 # MiB of a hand-in when it is unpacked
# files = 2000
# ratio = 200               # times that it may grow when it is unpacked; more is a bomb
# trial-games = 6           # how thoroughly each program is tried

[build]                     # in the sandbox, like everything that is handed in
# time = "120s"
# memory = 2048             # MiB
# processes = 256
# disk = 1024               # MiB of the folder
# network = false           # true: builds, and only they, reach the network

[each]                      # every program, with the settings of docs/ARENA.md
st = 5                      # seconds per move
timemargin = 200            # milliseconds over it that are forgiven
memory = 1024               # MiB for all its processes together
processes = 64
disk = 256                  # MiB of its folder
# proto = "console"         # or "ugi" or "oska"; default: what is found by trying
# sandbox = true            # "weak" where bubblewrap cannot run: see docs/ARENA.md

# [openings]
# plies = 6                 # for programs that can be given a position; console programs begin at the start

[league]
# format = "swiss"          # or "round-robin"
# rounds = 6                # Swiss: default one more than needed to find a winner; round robin: pairs of each pairing
# levels = [1, 3, 5]        # built-in players that play, too. The table's ratings are relative to them; "none" is possible
# store = "postgres://…"    # for workers on other machines; default: a file in this folder

[reports]
# names = "pseudonyms"      # in the table: "names", "pseudonyms", or "first=3": names of the first three only
# reviews = 3               # lost games of each student in which the engine looks for the moves that decided them

# What you know about a program and its student does not say. Everything here is optional but the name:
# [[student]]
# name = "Ada"
# build = "make all"        # instead of what is found
# cmd = "./hiya --console"
# proto = "console"
# [student.dialogue]        # docs/ARENA.md#console-programs
# first = "1"
# second = "2"
"##
    )
}
