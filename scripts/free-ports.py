"""Prints the asked number of free ports of this machine, for programs that have to be told one."""

import random
import socket
import sys

# Below the ports that the system gives to programs that ask for any: no other program is given one before it is used.
PORTS = range(15_000, 30_000)


def is_free(port: int) -> bool:
    try:
        socket.create_server(("", port)).close()
    except OSError:
        return False
    return True


free = (port for port in random.sample(PORTS, len(PORTS)) if is_free(port))
print(*[next(free) for _ in range(int(sys.argv[1]))])
