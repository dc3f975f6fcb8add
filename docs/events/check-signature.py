#!/usr/bin/env python3
"""Checks the signature of a webhook of NotAfter (Standard Webhooks), and prints its body if it is right.

Usage: check-signature.py SECRET_FILE
The file has the secret, "whsec_..." (chmod 600). The headers and the body are in the environment: WEBHOOK_ID,
WEBHOOK_TIMESTAMP, WEBHOOK_SIGNATURE and WEBHOOK_BODY.
"""

import base64
import hashlib
import hmac
import os
import sys
import time

MOST_SECONDS = 300

identifier, timestamp, given, body = (
    os.environ.get(f"WEBHOOK_{name}", "") for name in ("ID", "TIMESTAMP", "SIGNATURE", "BODY")
)
with open(sys.argv[1], encoding="ascii") as file:
    key = base64.b64decode(file.read().strip().removeprefix("whsec_"))
if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > MOST_SECONDS:
    sys.exit("The time is missing, or too far away")
digest = hmac.new(key, os.fsencode(f"{identifier}.{timestamp}.{body}"), hashlib.sha256).digest()
expected = "v1," + base64.b64encode(digest).decode()
if not any(hmac.compare_digest(os.fsencode(one), expected.encode()) for one in given.split(" ")):
    sys.exit("The signature is wrong")
print(body)
