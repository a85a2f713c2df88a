"""What a client of this interface does: a job that nobody polls stays unfinished and takes room. So when there is no
room left, poll the jobs to their end; otherwise every submission after the first few would be answered 429."""

import os
from urllib.parse import quote

import requests
import schemathesis

BASE_URL = os.environ["RIVAL_BASE_URL"]
HEADERS = {"Authorization": f"Bearer {os.environ['RIVAL_KEY']}"}
ID_POINTER = os.environ.get("RIVAL_ID_POINTER")
MOST_POLLS = 50

unfinished = []


@schemathesis.hook
def after_call(context, case, response):
    if case.method.upper() != "POST" or ID_POINTER is None:
        return
    if response.status_code == 202:
        try:
            unfinished.append(str(at(response.json(), ID_POINTER)))
        except Exception:
            pass
    elif response.status_code == 429:
        while unfinished:
            finish(unfinished.pop())


def at(value, pointer):
    for key in pointer.split("/")[1:]:
        value = value[int(key)] if isinstance(value, list) else value[key.replace("~1", "/").replace("~0", "~")]
    return value


def finish(job):
    url = f"{BASE_URL}/videos/{quote(job, safe='')}"
    for _ in range(MOST_POLLS):
        answer = requests.get(url, headers=HEADERS, timeout=5)
        if answer.status_code != 200 or any(f'"{word}"' in answer.text for word in ("succeeded", "failed")):
            return
