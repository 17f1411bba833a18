"""Prints a text as programs print it, as JSON: a name for each form, and the form."""

import base64
import html
import json
import os
import shlex
import subprocess
import sys
from urllib.parse import quote, quote_plus, urlencode

text = sys.argv[1]


def printed_by(*command, locale="C.UTF-8", errors=False):
    env = {**os.environ, "LC_ALL": locale, "TEXT": text}
    done = subprocess.run(command, env=env, capture_output=True, check=True)
    return (done.stderr if errors else done.stdout).decode(errors="replace")


as_json = json.dumps(text)
as_utf8_json = json.dumps(text, ensure_ascii=False)
as_go_json = as_utf8_json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
lower = "".join(
    c if c.isascii() and (c.isalnum() or c in "_.-~/") else "".join(f"%{b:02x}" for b in c.encode()) for c in text
)
script = """const s = process.env.TEXT
console.log(JSON.stringify([JSON.stringify(s), encodeURIComponent(s), encodeURI(s),
  new URLSearchParams({ a: s }).toString(), require('node:util').inspect(s)]))"""
of_node = dict(
    zip(
        ["JSON.stringify", "encodeURIComponent", "encodeURI", "URLSearchParams", "util.inspect"],
        json.loads(printed_by(sys.argv[2], "-e", script)),
    )
)

print(
    json.dumps(
        {
            "itself": text,
            "json.dumps": as_json,
            "json.dumps, UTF-8": as_utf8_json,
            "JSON in JSON": json.dumps(as_json),
            "JSON in a record of JSON": json.dumps({"message": json.dumps({"key": text})}),
            "quote": quote(text),
            "quote, nothing safe": quote(text, safe=""),
            "quote, in lower case": lower,
            "quote_plus": quote_plus(text),
            "urlencode": urlencode({"key": text}),
            "a password in SQLAlchemy's address": quote(text, safe=" +"),
            "repr": repr(text),
            "repr of a list": repr([text]),
            "repr of bytes": repr(text.encode()),
            "ascii": ascii(text),
            "unicode_escape": text.encode("unicode_escape").decode(),
            "html.escape": html.escape(text),
            "html.escape without quotes": html.escape(text, quote=False),
            "xmlcharrefreplace": html.escape(text).encode("ascii", "xmlcharrefreplace").decode(),
            "base64": base64.b64encode(text.encode()).decode(),
            "base64 for addresses": base64.urlsafe_b64encode(text.encode()).decode(),
            "basic authentication": base64.b64encode(f"user:{text}".encode()).decode(),
            "shlex.quote": shlex.quote(text),
            "bash -x": printed_by("bash", "-xc", 'true "$TEXT"', errors=True),
            "bash -x without a locale": printed_by("bash", "-xc", 'true "$TEXT"', locale="C", errors=True),
            "printf %q": printed_by("bash", "-c", 'printf %q "$TEXT"'),
            "bash @Q": printed_by("bash", "-c", "echo ${TEXT@Q}"),
            "sh -x": printed_by("sh", "-xc", 'true "$TEXT"', errors=True),
            # by what their manuals say, where the program may not be installed
            "PHP json_encode": as_json.replace("/", "\\/"),
            "PHP rawurlencode": quote(text, safe=""),
            "Go encoding/json": as_go_json,
            "Go url.QueryEscape": quote_plus(text),
            "Go html/template": html.escape(text).replace("&#x27;", "&#39;").replace("&quot;", "&#34;"),
            "Gson": as_go_json.replace("=", "\\u003d").replace("'", "\\u0027"),
            **of_node,
        }
    )
)
