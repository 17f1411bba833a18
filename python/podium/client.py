"""Podium from a Python program outside a run: register, start, follow, download.

    import podium

    server = podium.Client("https://podium.example.org", token="podium_...")
    run = server.start("penguins", parameters={"train": {"epochs": 40}})
    for text in server.follow(run["id"]):
        print(text, end="")
    server.download_model(run["id"], "model.tar.gz")

Standard library alone, Python 3.8 or newer.
"""

import contextlib
import http.client
import io
import json
import logging
import os
import shutil
import socket
import ssl
import tarfile
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from pathlib import Path

from podium.wire import SILENCE_S, Away, PodiumError, read_events, read_json, refusal, refuse_page

__all__ = ["Client", "PodiumError"]

LOG = logging.getLogger("podium")
TIMEOUT_S = 60
PAGE = 1000
ENDED = ("succeeded", "failed", "stopped")
# A filter that the server does not know would leave nothing out.
RUN_FILTERS = {
    "q", "stream_id", "instance_id", "solution_id", "state", "pipeline", "solution", "version", "stream", "person",
    "tier", "from", "to", "tag", "star", "failure", "figure", "parameter", "sort", "figures", "parameters",
}
LEFT_OUT = ("node_modules", "__pycache__")
LONGEST_WAIT_S = 60
# The time that a download waits for its next byte.
LONGEST_STANDSTILL_S = 120
FIRST_PAUSE_S = 0.25
LONGEST_PAUSE_S = 5


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A token is for one address: it is not sent on to another."""

    def redirect_request(self, *_):
        return None


class Client:
    """A server, for the owner of an access token.

    `workspace` is needed where the owner sees several. `ca` is a file with the certificate of your own authority.
    What calls answer are the dictionaries of the server's API, as /api/v1/openapi.json describes them.
    """

    def __init__(self, address, token, workspace=None, ca=None):
        self.address = address.rstrip("/")
        self._token = token
        context = ssl.create_default_context(cafile=ca)
        self._opener = urllib.request.build_opener(
            _NoRedirect, urllib.request.HTTPSHandler(context=context)
        )
        self._named = workspace
        self._workspace = None

    @property
    def workspace(self):
        """The workspace in use: the named one, else the only one there is."""
        if self._workspace is None:
            self._workspace = self._choose_workspace()
        return self._workspace

    def solutions(self, search=None):
        """The solutions of the workspace."""
        return self._all("/api/v1/solutions/workspace", "solutions", q=search)

    def register(self, folder):
        """Registers a folder as a solution, or as the next version of the one its metadata.json names."""
        path = "uploads/solution-%s.tar.gz" % uuid.uuid4().hex
        with tempfile.TemporaryFile() as archive:
            _pack(Path(folder), archive)
            self._put(path, archive)
        try:
            found = self._post("/api/v1/solutions/archive/check", {"path": path})
            wrong = ["%(title)s: %(detail)s" % one for one in found["checks"] if one["level"] == "wrong"]
            if wrong:
                raise PodiumError("Nothing was registered. " + " ".join(wrong))
            body = {"path": path}
            if found["solution_id"] is not None:
                body["solution_id"] = found["solution_id"]
            return self._post("/api/v1/solutions/archive", body)
        except PodiumError:
            self._try_to_remove(path)
            raise

    def upload(self, source, place=None, replace=False):
        """Uploads a file or folder to datasets/{place}; returns the address for `start(data=...)`."""
        source = Path(source)
        target = "datasets/" + (place or source.resolve().name).strip("/")
        files = _files(source) if source.is_dir() else [source]
        for file in files:
            below = file.relative_to(source).as_posix() if source.is_dir() else ""
            with open(file, "rb") as content:
                self._put(target + ("/" + below if below else ""), content, replace="1" if replace else None)
        return target + "/" if source.is_dir() else target

    def start(
        self, solution, pipeline="train", version=None, stream=None, parameters=None, tier=None, data=None
    ):
        """Starts a run and returns it. Instance and stream are created if they are missing.

        `parameters` are {step: {argument: value}}; `data` is an address in the bucket, as `upload` answers it.
        """
        found = self._named_one(self.solutions(solution), solution, "solution")
        if version is None:
            version = found["versions"][0]["version_num"]
        detail = self._get("/api/v1/solutions/%s/versions/%d" % (found["id"], version))
        name = "%s-v%d" % (found["name"], version)
        instance = self._known_or_made(
            "/api/v1/instances", "instances", name, solution_version_id=detail["id"]
        )
        place = self._known_or_made("/api/v1/streams", "streams", stream or name, instance_id=instance["id"])
        body = {"pipeline": pipeline, "parameters": {pipeline: parameters or {}}}
        if tier is not None:
            body["execution_spec"] = tier
        if data is not None:
            body["dataset_uri"] = data
        return self._post("/api/v1/streamhistories/" + place["id"], body)

    def run(self, id):
        """Everything recorded about a run."""
        return self._get("/api/v1/streamhistories/%s/info" % _part(id))

    def runs(self, limit=None, **filters):
        """Runs, newest first, by the filters of the list, such as runs(state="failed", figure="accuracy>0.9")."""
        unknown = sorted(set(filters) - RUN_FILTERS)
        if unknown:
            raise TypeError("runs() has no filter %s. There are: %s." % (", ".join(unknown), ", ".join(sorted(RUN_FILTERS))))
        query = {"sort": "-created_at", "page_size": min(limit or PAGE, PAGE), **filters}
        found, cursor = [], None
        while True:
            page = self._get("/api/v1/streamhistories", cursor=cursor, workspace_id=self.workspace["id"], **query)
            found += page["stream_histories"]
            cursor = page["next_cursor"]
            if cursor is None or (limit is not None and len(found) >= limit):
                return found if limit is None else found[:limit]

    def stop(self, id):
        """Asks a run to stop; it has stopped when its state says so."""
        return self._post("/api/v1/streamhistories/%s/stop" % _part(id))

    def retry(self, id):
        """Starts a run again with the same parameters; returns the new run."""
        return self._post("/api/v1/streamhistories/%s/retry" % _part(id))

    def wait(self, id, every=2.0):
        """Waits until a run has ended and returns it; asks every so many seconds.

        While the server is away it waits up to a minute.
        """
        while True:
            run = self.run(id)
            if run["state"] in ENDED:
                return run
            time.sleep(every)

    def follow(self, id, log_type="process"):
        """The text of a log as it grows, piece by piece, until the run has ended.

        While the server is away it waits up to a minute and goes on where it was; so it does where the connection is
        silent for 40 seconds.
        """
        at, ended = "0", False
        until, pause = None, FIRST_PAUSE_S
        while not ended:
            url = self._url("/api/v1/streamhistories/%s/log/follow" % _part(id), {"log_type": log_type})
            try:
                with self._open("GET", url, headers={"last-event-id": at}, timeout=SILENCE_S) as answer:
                    until, pause = None, FIRST_PAUSE_S
                    for event, number, data in read_events(answer):
                        if event == "lines":
                            yield json.loads(data)["text"]
                        at = number or at
                        ended = ended or event == "end"
            except Away:
                until = until or time.monotonic() + LONGEST_WAIT_S
                if time.monotonic() + pause > until:
                    raise
            if not ended:
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)

    def log(self, id, log_type="process"):
        """A whole log as text."""
        url = self._url("/api/v1/streamhistories/%s/log" % _part(id), {"log_type": log_type})
        with self._open("GET", url) as answer:
            return answer.read().decode("utf-8", "replace")

    def download(self, id, to, path=None):
        """Writes the artifacts of a run into the file `to`: all as tar.gz, or the one named by `path`."""
        place = "artifacts/" + urllib.parse.quote(path) if path else "artifacts.tar.gz"
        return self._save("/api/v1/streamhistories/%s/%s" % (_part(id), place), to)

    def models(self, search=None, alias=None):
        """The models of the workspace, newest first."""
        return self._all("/api/v1/models", "models", q=search, alias=alias)

    def download_model(self, id, to):
        """Writes a model, which has the id of its run, into the file `to` as tar.gz."""
        return self._save("/api/v1/models/%s/download" % _part(id), to)

    def set_alias(self, id, alias):
        """Adds an alias to a model; another model of the solution that has it loses it."""
        place = "/api/v1/models/" + _part(id)
        names = [one["name"] for one in self._get(place)["aliases"]]
        return self._json("PATCH", self._url(place), {"aliases": sorted({*names, alias})})

    def _choose_workspace(self):
        found = self._pages("/api/v1/workspaces", "workspaces", {})
        if self._named is not None:
            found = [one for one in found if self._named in (one["id"], one["name"], one["display_name"])]
            if not found:
                raise PodiumError("There is no workspace '%s' that you may see." % self._named)
        if not found:
            raise PodiumError("There is no workspace yet. Create one in the console.")
        if len(found) > 1:
            names = ", ".join(one["display_name"] for one in found)
            raise PodiumError("Choose the workspace: Client(..., workspace=NAME) with one of %s." % names)
        return found[0]

    def _named_one(self, found, name, kind):
        for one in found:
            if one["name"].lower() == name.lower():
                return one
        raise PodiumError("There is no %s '%s' in %s." % (kind, name, self.workspace["display_name"]))

    def _known_or_made(self, place, key, name, **of):
        for one in self._all(place, key, q=name, **of):
            if one["name"] == name:
                return one
        return self._post(place, {"name": name, **of})

    def _all(self, place, key, **query):
        return self._pages(place, key, {"workspace_id": self.workspace["id"], **query})

    def _pages(self, place, key, query):
        found, page = [], 1
        while True:
            answer = self._get(place, page=page, page_size=PAGE, **query)
            found += answer[key]
            if not answer[key] or len(found) >= answer["total"]:
                return found
            page += 1

    def _get(self, place, **query):
        return self._json("GET", self._url(place, query))

    def _post(self, place, body=None):
        return self._json("POST", self._url(place, {"workspace_id": self.workspace["id"]}), body)

    def _put(self, path, content, **query):
        place = "/api/v1/workspaces/%s/objects/%s" % (self.workspace["id"], urllib.parse.quote(path))
        size = content.seek(0, io.SEEK_END)
        headers = {"content-type": "application/octet-stream", "content-length": str(size)}

        def send():
            content.seek(0)
            with self._open("PUT", self._url(place, query), content, headers) as answer:
                return read_json(answer.read(), answer.status)

        return self._patiently(send, lambda away: away.refused or not away.arrived)

    def _try_to_remove(self, path):
        """What cannot be removed here the server removes in time."""
        place = "/api/v1/workspaces/%s/objects/%s" % (self.workspace["id"], urllib.parse.quote(path))
        try:
            self._json("DELETE", self._url(place))
        except PodiumError:
            pass

    def _save(self, place, to):
        """A download waits while the server is away and goes on where it was. One that ends early leaves no file."""
        part = Path(str(to) + ".part")
        try:
            self._save_patiently(self._url(place), part)
            os.replace(part, to)
        finally:
            if part.exists():
                part.unlink()
        return Path(to)

    def _save_patiently(self, url, part):
        """Asks for the rest if an ETag proves that the content is the same, and begins again if not."""
        etag, most = None, 0
        until, pause = time.monotonic() + LONGEST_STANDSTILL_S, FIRST_PAUSE_S
        while True:
            size = _size(part)
            headers = {"range": "bytes=%d-" % size, "if-range": etag} if size > 0 and etag is not None else {}
            try:
                with self._open("GET", url, headers=headers) as answer:
                    if answer.status != 206:
                        etag = _proving_tag(answer)
                    elif not headers or not _begins_at(answer, size):
                        etag = None
                        raise Away("The server sent another part of the download than it was asked for.")
                    with open(part, "ab" if answer.status == 206 else "wb") as file:
                        _copy(answer, file)
                return
            except Away as away:
                if _size(part) > most:
                    most = _size(part)
                    until, pause = time.monotonic() + LONGEST_STANDSTILL_S, FIRST_PAUSE_S
                if time.monotonic() + pause > until:
                    raise
                if pause == FIRST_PAUSE_S:
                    LOG.warning("%s Waiting for the server ...", away)
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)

    def _url(self, place, query=None):
        sent = {name: value for name, value in (query or {}).items() if value is not None}
        return self.address + place + ("?" + urllib.parse.urlencode(sent, doseq=True) if sent else "")

    def _json(self, method, url, body=None):
        """Makes a call. While the server is away it waits up to a minute, where nothing is done twice by asking again."""
        content = None if body is None else json.dumps(body).encode("utf-8")
        headers = {} if body is None else {"content-type": "application/json"}
        if method == "POST":
            headers["idempotency-key"] = uuid.uuid4().hex

        def ask():
            with self._open(method, url, content, headers) as answer:
                return read_json(answer.read(), answer.status)

        try:
            return self._patiently(ask, lambda away: method in ("GET", "POST") or not away.arrived)
        except Away as away:
            if method == "GET" or not away.arrived:
                raise
            raise Away("%s It is not known whether this was done." % away, away.status) from None

    def _patiently(self, ask, may_repeat):
        """Asks a server that is away again, for up to a minute, where that does nothing twice."""
        until, pause = time.monotonic() + LONGEST_WAIT_S, FIRST_PAUSE_S
        while True:
            try:
                return ask()
            except Away as away:
                if not may_repeat(away) or time.monotonic() + pause > until:
                    raise
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)

    @contextlib.contextmanager
    def _open(self, method, url, content=None, headers=None, timeout=TIMEOUT_S):
        """The answer of a call; what breaks while it is read is told as what breaks before."""
        request = urllib.request.Request(url, data=content, headers=headers or {}, method=method)
        request.add_unredirected_header("authorization", "Bearer " + self._token)
        try:
            with self._opener.open(request, timeout=timeout) as answer:
                refuse_page(answer)
                yield answer
        except urllib.error.HTTPError as error:
            with error:
                size = (headers or {}).get("content-length") or (len(content) if isinstance(content, bytes) else None)
                raise refusal(error.code, error.headers, error.read(), size and int(size)) from None
        except urllib.error.URLError as error:
            if isinstance(error.reason, ssl.SSLCertVerificationError):
                raise PodiumError(
                    "The certificate of %s is signed by an unknown authority. "
                    "Give the file with its certificate: Client(..., ca=FILE)." % self.address
                ) from None
            arrived = not isinstance(error.reason, (ConnectionRefusedError, socket.gaierror))
            sentence = "The server at %s does not answer (%s)." % (self.address, error.reason)
            raise Away(sentence, arrived=arrived) from None
        except (http.client.HTTPException, ConnectionError, socket.timeout, ssl.SSLError) as error:
            raise Away("The connection to the server at %s broke (%s)." % (self.address, error)) from None


def _copy(answer, file):
    """A connection that ends early is no error of Python's where the length was told."""
    promised = answer.headers["content-length"]
    before = file.tell()
    shutil.copyfileobj(answer, file)
    came = file.tell() - before
    if promised is not None and came < int(promised):
        raise Away("The download broke off after %d of %s bytes." % (came, promised))


def _size(file):
    return file.stat().st_size if file.exists() else 0


def _proving_tag(answer):
    """The ETag that proves a range to be of the same bytes: a weak one does not. Without a length all may be there."""
    etag = answer.headers["etag"]
    proves = etag is not None and etag.startswith('"') and answer.headers["content-length"] is not None
    return etag if proves else None


def _begins_at(answer, size):
    return (answer.headers["content-range"] or "").startswith("bytes %d-" % size)


def _part(value):
    return urllib.parse.quote(str(value), safe="")


def _files(folder):
    """The files of a folder, without what is hidden and without caches."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if any(part.startswith(".") or part in LEFT_OUT for part in parts):
            continue
        if path.is_symlink():
            raise PodiumError("%s is a link. Replace it by what it points to." % path)
        if path.is_file():
            yield path


def _pack(folder, archive):
    if not (folder / "metadata.json").is_file():
        raise PodiumError("%s has no metadata.json at its top level." % folder)
    with tarfile.open(fileobj=archive, mode="w:gz") as packed:
        for path in _files(folder):
            name = path.relative_to(folder)
            if name.parts[0] != "out":
                packed.add(str(path), arcname=name.as_posix(), recursive=False)
