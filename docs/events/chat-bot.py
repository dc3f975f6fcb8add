#!/usr/bin/env python3
"""Posts an alert of NotAfter to a bot of DingTalk, Feishu (Lark) or WeCom.

Usage: chat-bot.py CONFIG < event.json

CONFIG is a JSON file that only you can read (chmod 600):
  {"bot": "dingtalk", "url": "https://oapi.dingtalk.com/robot/send?access_token=...", "secret": "SEC..."}
"bot" is "dingtalk", "feishu" or "wecom". "secret" is only for a bot of DingTalk or Feishu that checks signatures.
"prefix", which is optional, comes before the text, for a bot that wants a keyword.
"""

import base64
import hashlib
import hmac
import json
import sys
import time
import urllib.parse
import urllib.request

MOST_BYTES = {"dingtalk": 18_000, "feishu": 18_000, "wecom": 2_048}


def signature(key, message):
    digest = hmac.new(key.encode(), message.encode(), hashlib.sha256).digest()
    return base64.b64encode(digest).decode()


def dingtalk(config, text):
    url = config["url"]
    if "secret" in config:
        timestamp = str(round(time.time() * 1000))
        sign = signature(config["secret"], f"{timestamp}\n{config['secret']}")
        url += "&" + urllib.parse.urlencode({"timestamp": timestamp, "sign": sign})
    return url, {"msgtype": "text", "text": {"content": text}}


def feishu(config, text):
    body = {"msg_type": "text", "content": {"text": text}}
    if "secret" in config:
        timestamp = str(int(time.time()))
        # Here the words are the key, and the message is empty.
        body |= {"timestamp": timestamp, "sign": signature(f"{timestamp}\n{config['secret']}", "")}
    return config["url"], body


def wecom(config, text):
    return config["url"], {"msgtype": "text", "text": {"content": text}}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        config = json.load(file)
    event = json.loads(sys.stdin.buffer.read())
    text = f"{config.get('prefix', '')}{event['title']}\n{event['text']}"
    # "<at ...>" and "<@...>" would call people.
    text = text.replace("<", "\uff1c")
    text = text.encode()[: MOST_BYTES[config["bot"]]].decode(errors="ignore")
    url, body = {"dingtalk": dingtalk, "feishu": feishu, "wecom": wecom}[config["bot"]](config, text)
    headers = {"Content-Type": "application/json; charset=utf-8"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        answer = json.load(response)
    # These services answer 200 also when they refuse a message.
    code = answer.get("errcode", answer.get("code"))
    if code != 0:
        sys.exit(f"The bot refused the message: {code} {answer.get('errmsg', answer.get('msg'))}")


if __name__ == "__main__":
    main()
