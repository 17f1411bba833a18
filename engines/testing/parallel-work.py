"""What programs do with several processes and with temporary files; prints each with how it went."""

import mmap
import multiprocessing
import os
import tempfile
from multiprocessing import shared_memory


def square(number):
    return number * number


def locks():
    lock, semaphore = multiprocessing.Lock(), multiprocessing.BoundedSemaphore(2)
    with lock, semaphore:
        return "held"


def pool():
    with multiprocessing.Pool(2) as workers:
        return workers.map(square, range(5))


def read_shared(name):
    shared = shared_memory.SharedMemory(name=name)
    try:
        return bytes(shared.buf[:5])
    finally:
        shared.close()


def memory():
    shared = shared_memory.SharedMemory(create=True, size=1 << 20)
    try:
        shared.buf[:5] = b"hello"
        with multiprocessing.Pool(1) as workers:
            return workers.apply(read_shared, [shared.name])
    finally:
        shared.close()
        shared.unlink()


def temporary_files():
    with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile(dir=folder) as file:
        file.write(b"some text")
        file.flush()
        return os.path.getsize(file.name)


def load(batches, loaded):
    for numbers in iter(batches.get, None):
        loaded.put(sum(numbers))


def loader(method):
    """Workers that read batches from a queue, as those of a data loader."""
    context = multiprocessing.get_context(method)
    batches, loaded = context.Queue(), context.Queue()
    workers = [context.Process(target=load, args=(batches, loaded)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for start in range(4):
        batches.put(list(range(start * 1000, (start + 1) * 1000)))
    sums = sorted(loaded.get(timeout=300) for _ in range(4))
    for _ in workers:
        batches.put(None)
    for worker in workers:
        worker.join()
    return sums[0]


def manager():
    """Objects behind a socket in the folder for temporary files."""
    with multiprocessing.Manager() as held:
        values = held.dict(count=1)
        values["count"] += 1
        return values["count"]


def double(path, size):
    with open(path, "r+b") as file, mmap.mmap(file.fileno(), size) as mapped:
        mapped[0] *= 2


def memory_map():
    """An array in a file that workers map, as joblib hands large ones over."""
    size = 1 << 20
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "array")
        with open(path, "wb") as file:
            file.write(b"\x15" * size)
        with multiprocessing.get_context("spawn").Pool(1) as workers:
            workers.apply(double, [path, size])
        with open(path, "rb") as file:
            return file.read(1)[0]


if __name__ == "__main__":
    works = {
        "locks": locks,
        "pool": pool,
        "shared memory": memory,
        "temporary files": temporary_files,
        "forked loader": lambda: loader("fork"),
        "spawned loader": lambda: loader("spawn"),
        "served loader": lambda: loader("forkserver"),
        "manager": manager,
        "memory map": memory_map,
    }
    for name, work in works.items():
        try:
            print(f"{name}: {work()}", flush=True)
        except Exception as error:
            print(f"{name}: {type(error).__name__} {error}", flush=True)
