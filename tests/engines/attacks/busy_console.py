"""A console program for Trench Run that moves first and starts processes which compute while its opponent thinks.

They begin a second after its move, so that it is seen waiting for a line, and write down for how long they ran.
"""
import os
import time

input("Do you want to move first or second? ")
print("My move: A5B4", flush=True)
for _ in range(4):
    if os.fork() == 0:
        time.sleep(1)
        with open(f"ran-{os.getpid()}", "w") as log:
            while True:
                log.seek(0)
                log.write(f"{time.process_time():12.6f}")
                log.flush()
input("Your move: ")
