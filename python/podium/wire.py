"""What an answer is and who gave it, as contract/wire says it for the console and the command. Standard library alone."""

import json

# The server sends a heartbeat every 15 seconds: a stream without a byte for longer than this is dead.
SILENCE_S = 40
# The answer to a call that is made again while the server still works on the first.
BUSY = "The first call with this Idempotency-Key is still running."


class PodiumError(Exception):
    """What the server refused, as its own sentence; `status` is the HTTP status, None if it did not answer."""

    def __init__(self, sentence, status=None):
        super().__init__(sentence)
        self.status = status


class Away(PodiumError):
    """The server does not answer, perhaps only for a while. `arrived`: it may have got the call all the same.

    `refused`: Podium answered itself that it cannot do this now.
    """

    def __init__(self, sentence, status=None, arrived=True, refused=False):
        super().__init__(sentence, status)
        self.arrived = arrived
        self.refused = refused


def read_json(body, status):
    """The JSON of a successful answer, which is an object: anything else is not Podium's."""
    try:
        found = json.loads(body)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise PodiumError(_sentence_of_gateway(status, None, None), status)
    return found


def read_events(answer):
    """The server-sent events of an answer, as (event, id, data)."""
    if not answer.headers.get("content-type", "").startswith("text/event-stream"):
        raise PodiumError(_sentence_of_gateway(answer.status, None, None), answer.status)
    event, number, data = "message", "", []
    for raw in answer:
        line = raw.decode("utf-8").rstrip("\r\n")
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if not line:
            yield event, number, "\n".join(data)
            event, data = "message", []
        elif name == "event":
            event = value
        elif name == "id":
            number = value
        elif name == "data":
            data.append(value)


def refuse_page(answer):
    """A page without the request id that Podium gives to each answer is a gateway's, such as that of its login."""
    if answer.headers.get("content-type", "").startswith("text/html") and answer.headers.get("x-request-id") is None:
        raise PodiumError(_sentence_of_gateway(answer.status, None, None), answer.status)


def refusal(status, headers, body, size=None):
    """The error for a refusal: Podium's own has a detail, any other came from something before it."""
    try:
        detail = json.loads(body)["detail"]
    except (ValueError, KeyError, TypeError):
        is_away = 502 <= status <= 504 or 520 <= status <= 527
        kind = Away if is_away else PodiumError
        return kind(_sentence_of_gateway(status, headers.get("location"), size), status)
    sentence = _sentence_of_detail(detail, status)
    # Without that header waiting does not help: somebody has to do something first.
    if status == 503 and headers.get("retry-after") is not None:
        return Away(sentence, status, refused=True)
    kind = Away if status in (502, 504) or (status == 409 and detail == BUSY) else PodiumError
    return kind(sentence, status)


def _sentence_of_detail(detail, status):
    if isinstance(detail, str):
        return detail
    if isinstance(detail, list):
        return "\n".join("%s: %s" % (".".join(str(one) for one in each["loc"][1:]), each["msg"]) for each in detail)
    return "The server answered %d." % status


def _sentence_of_gateway(status, location, size):
    if 502 <= status <= 504 or 520 <= status <= 527:
        return "Podium does not answer the gateway before it (%d). It may be starting again." % status
    if status == 407:
        return "A proxy on the way to Podium wants a sign-in of its own (407)."
    if status == 413:
        return (
            "Something before Podium refused %s as too large (413). "
            "Its administrator can raise the limit, in nginx client_max_body_size."
        ) % ("what was sent" if size is None else _size(size))
    if location is not None and 300 <= status < 400:
        return "The answer is not Podium's: it leads to %s. If Podium is there, use that address." % location
    if status < 400 or status in (401, 511):
        return (
            "The answer is not Podium's: a gateway may want a sign-in of its own. "
            "Use an address that leads to Podium without it."
        )
    return (
        "Something before Podium refused the call (%d), as a firewall or a gateway does. Ask its administrator."
    ) % status


def _size(size):
    if size < 1024:
        return "%d bytes" % size
    for unit in ("KiB", "MiB", "GiB"):
        size /= 1024
        if size < 1024:
            break
    return "%.1f %s" % (size, unit)
