#!/bin/sh
# NotAfter on Linux: docs/cli.md. Commands show no page, so they run without a display and without Chromium's sandbox, which
# root and most containers don't have. The app itself keeps its sandbox. Chromium reads no words after "--".
# The native client asks the running app, and becomes the program where it can't.
app=$(readlink -f "$0")
client=$app-client
app=${app%/resources/bin/*}/notafter
[ -x "$client" ] || client=
# Node would take compiled code from there before the first line of main.
unset NODE_COMPILE_CACHE

weakened=$ELECTRON_DISABLE_SANDBOX
unsandboxed=
while [ "$1" = --no-sandbox ]; do
  weakened=yes
  unsandboxed=--no-sandbox
  shift
done

# The same words as in main/cli/words.ts: options, then the command.
word=
for given; do
  case $given in
    --help | --version | -h | [!-]*) word=$given ;;
    --no-sandbox) weakened=yes && continue ;;
    --*) continue ;;
  esac
  break
done
case $word in
  # A file, or the command that may start the app.
  '' | *[\\/:.]* | quick) ;;
  *) exec ${client:+"$client"} "$app" --no-sandbox --no-zygote --ozone-platform=headless --log-level=3 -- "$@" ;;
esac

if [ "$(id -u)" = 0 ] && [ -z "$weakened" ]; then
  case ${LC_ALL:-${LC_MESSAGES:-$LANG}} in
    zh*) echo 'notafter: root 不能打开窗口，因为 Chromium 没有可供 root 使用的沙盒。请用您自己的用户启动。命令可以用 root 运行。' >&2 ;;
    *) echo 'notafter: The window can’t run as root, because Chromium has no sandbox for root. Start it as your own user. Commands can run as root.' >&2 ;;
  esac
  exit 3
fi
if [ "$word" = quick ]; then
  exec ${client:+"$client"} "$app" $unsandboxed -- "$@"
fi
exec "$app" $unsandboxed "$@"
