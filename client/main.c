/*
 * Asks the running app, without starting the whole program for it: docs/command-protocol.md.
 *
 *   notafter-client PROGRAM [SWITCH ...] -- WORD ...
 *
 * Becomes the program with the same words where it cannot do that: when no process listens, or when the command needs more of
 * its own process than this one has. It has no texts. What went wrong after the app took the command is said by the program
 * with `--asked=KIND`, which asks nothing more.
 */
#include "client.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

/* The program with its arguments, and where its `--` is. */
static char **program;
static size_t separator;

/* When the command has to end, and the next answer of the app; in ms of the monotonic clock, -1: never. */
static long long endBy = -1, stepBy = -1;

static int connection = -1;
static void (*formerPipe)(int);

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/* Becomes the whole program. */
static _Noreturn void becomeProgram(void) {
  signal(SIGPIPE, formerPipe);
  execv(program[0], program);
  _exit(EXIT_UNKNOWN);
}

/* Becomes the program, which says how it ended. */
static _Noreturn void tell(const char *kind) {
  size_t count = separator;
  while (program[count] != NULL) count++;
  char **arguments = calloc(count + 2, sizeof *arguments);
  Text option = {0};
  appendText(&option, "--asked=");
  appendText(&option, kind);
  if (arguments == NULL || option.isBad) _exit(EXIT_UNKNOWN);
  memcpy(arguments, program, separator * sizeof *arguments);
  arguments[separator] = option.at;
  memcpy(arguments + separator + 1, program + separator, (count - separator) * sizeof *arguments);
  program = arguments;
  becomeProgram();
}

/* Whether a word is an option that the whole program must read, as it has a secret or takes its own time. */
static bool isOwnOption(const char *word) {
  static const char *const options[] = {OWN_OPTIONS};
  static const char letters[] = OWN_LETTERS;
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    size_t length = strlen(options[i]);
    if (strncmp(word, options[i], length) == 0 && (word[length] == 0 || word[length] == '=')) return true;
  }
  return word[0] == '-' && word[1] != '-' && strpbrk(word, letters) != NULL;
}

static bool isOwnCommand(char *const *words) {
  static const char *const commands[] = {OWN_COMMANDS};
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (strcmp(words[0], commands[i]) == 0) return true;
  for (; *words != NULL && strcmp(*words, "--") != 0; words++)
    if (isOwnOption(*words)) return true;
  return false;
}

/* The request as a line. */
static void appendRequest(Text *text, char *const *words) {
  char folder[WORD_MAX + 1];
  size_t count = 0;
  appendText(text, "{\"ask\":{\"kind\":\"run\",\"words\":[");
  for (; words[count] != NULL; count++) {
    if (strlen(words[count]) > WORD_MAX) text->isBad = true;
    if (count > 0) appendText(text, ",");
    appendString(text, words[count]);
  }
  if (count == 0 || count > WORDS_MAX || getcwd(folder, sizeof folder) == NULL) text->isBad = true;
  appendText(text, "],\"cwd\":");
  appendString(text, text->isBad ? "" : folder);
  appendText(text, ",\"process\":");
  appendNumber(text, (unsigned long)getpid());
  const char *credentials = getenv("CREDENTIALS_DIRECTORY");
  appendText(text, ",\"credentials\":");
  if (credentials == NULL || *credentials == 0) appendText(text, "null");
  else appendString(text, credentials);
  appendText(text, ",\"secret\":null,\"path\":null,\"terminal\":");
  if (!appendTerminal(text)) text->isBad = true;
  appendText(text, "}}\n");
  // The limit is in characters.
  if (text->length > REQUEST_MAX) text->isBad = true;
}

/* Waits until the connection is ready. After that time the program says that the app is silent, or that a check took too long. */
static void await(short event) {
  for (;;) {
    bool isCheck = stepBy < 0 || (endBy >= 0 && endBy < stepBy);
    long long by = isCheck ? endBy : stepBy, left = by < 0 ? -1 : by - now();
    if (by >= 0 && left <= 0) tell(isCheck ? "timedOut" : "silent");
    struct pollfd wait = {.fd = connection, .events = event};
    if (poll(&wait, 1, left < 0 ? -1 : (int)left) > 0) return;
  }
}

/* False: the connection has ended. */
static bool sendAll(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t sent = send(connection, bytes, length, 0);
    if (sent >= 0) {
      bytes += sent;
      length -= (size_t)sent;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      await(POLLOUT);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

/* The next line without its end; NULL: the connection has ended, or the line is too long. */
static char *nextLine(size_t most) {
  static char buffer[ANSWER_MAX + 1];
  static size_t start, end;
  for (;;) {
    char *feed = memchr(buffer + start, '\n', end - start);
    if (feed != NULL) {
      char *line = buffer + start;
      *feed = 0;
      start = (size_t)(feed - buffer) + 1;
      return (size_t)(feed - line) > most ? NULL : line;
    }
    if (end - start > most) return NULL;
    if (start > 0) {
      memmove(buffer, buffer + start, end - start);
      end -= start;
      start = 0;
    }
    if (end == sizeof buffer - 1) return NULL;
    ssize_t count = recv(connection, buffer + end, sizeof buffer - 1 - end, 0);
    if (count > 0) end += (size_t)count;
    else if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) await(POLLIN);
    else if (count == 0 || errno != EINTR) return NULL;
  }
}

static bool isHex(const char *text, size_t length) { return strspn(text, "0123456789abcdef") >= length; }

/* Whether the line is the server's proof of the same protocol; fills in the client's proof. */
static bool prove(const Address *address, const char *nonce, const char *line, char proof[HEX + 1]) {
  static const char start[] = "{\"protocol\":" PROTOCOL_TEXT ",\"version\":\"", middle[] = "\",\"nonce\":\"",
                    end[] = "\",\"proof\":\"";
  if (line == NULL || strncmp(line, start, strlen(start)) != 0) return false;
  const char *version = line + strlen(start);
  size_t length = strcspn(version, "\"\\");
  const char *theirs = version + length + strlen(middle), *given = theirs + HEX + strlen(end);
  if (strncmp(version + length, middle, strlen(middle)) != 0 || !isHex(theirs, HEX)) return false;
  if (strncmp(theirs + HEX, end, strlen(end)) != 0 || !isHex(given, HEX) || strcmp(given + HEX, "\"}") != 0)
    return false;
  const char *roles[] = {"server", "client"};
  for (size_t i = 0; i < 2; i++) {
    Text data = {0};
    appendText(&data, "[\"notafter command\",\"");
    appendText(&data, roles[i]);
    appendText(&data, "\",\"");
    appendText(&data, address->path);
    appendText(&data, "\",\"");
    append(&data, nonce, HEX);
    appendText(&data, "\",\"");
    append(&data, theirs, HEX);
    appendText(&data, "\"," PROTOCOL_TEXT ",\"");
    append(&data, version, length);
    appendText(&data, "\"]");
    if (data.isBad) return false;
    hmacHex(address->key, strlen(address->key), data.at, data.length, proof);
    free(data.at);
    if (i > 0) break;
    unsigned char difference = 0;
    for (size_t at = 0; at < HEX; at++) difference |= (unsigned char)(proof[at] ^ given[at]);
    if (difference != 0) return false;
  }
  return true;
}

/* Writes all, and waits for a reader that is slow. Returns the error of the system, or 0. */
static int writeAll(int file, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = write(file, bytes, length);
    if (count >= 0) {
      bytes += count;
      length -= (size_t)count;
    } else if (errno == EAGAIN) {
      struct pollfd wait = {.fd = file, .events = POLLOUT};
      poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

static const char *errorName(int error) {
  switch (error) {
  case ENOSPC: return "ENOSPC";
  case EDQUOT: return "EDQUOT";
  case EFBIG: return "EFBIG";
  case EBADF: return "EBADF";
  case EINVAL: return "EINVAL";
  default: return "EIO";
  }
}

/* Writes what the app answers until the command has ended. */
static _Noreturn void answer(void) {
  int lost = 0;
  for (;;) {
    char *line = nextLine(ANSWER_MAX);
    if (line == NULL) tell("cut");
    if (strcmp(line, "{\"failed\":true}") == 0) tell("failed");
    bool isOut = strncmp(line, "{\"out\":\"", 8) == 0;
    if (isOut || strncmp(line, "{\"err\":\"", 8) == 0) {
      size_t length;
      const char *rest = decodeString(line + 8, &length);
      if (rest == NULL || strcmp(rest, "}") != 0) tell("cut");
      int error = writeAll(isOut ? STDOUT_FILENO : STDERR_FILENO, line + 8, length);
      if (isOut && lost == 0) lost = error;
      continue;
    }
    static const char exits[] = "{\"exit\":";
    size_t digits = strncmp(line, exits, strlen(exits)) == 0 ? strspn(line + strlen(exits), "0123456789") : 0;
    if (digits == 0 || digits > 3 || strcmp(line + strlen(exits) + digits, "}") != 0) tell("cut");
    if (lost == EPIPE) _exit(EXIT_CLOSED_PIPE);
    if (lost != 0) {
      Text kind = {0};
      appendText(&kind, "lost:");
      appendText(&kind, errorName(lost));
      tell(kind.isBad ? "cut" : kind.at);
    }
    _exit(atoi(line + strlen(exits)));
  }
}

/* 32 random bytes in hexadecimal digits. */
static bool makeNonce(char nonce[HEX + 1]) {
  unsigned char bytes[HEX / 2];
  if (getentropy(bytes, sizeof bytes) != 0) return false;
  for (size_t i = 0; i < sizeof bytes; i++) {
    nonce[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
    nonce[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
  }
  nonce[HEX] = 0;
  return true;
}

/* Whether the connection to the socket is there, which only the whole program waits for. */
static bool reach(const char *path) {
  struct sockaddr_un place = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof place.sun_path) return false;
  strcpy(place.sun_path, path);
  connection = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connection < 0) return false;
  fcntl(connection, F_SETFD, FD_CLOEXEC);
  fcntl(connection, F_SETFL, O_NONBLOCK);
  return connect(connection, (struct sockaddr *)&place, sizeof place) == 0;
}

/* Returns where the whole program has to take over. */
static void ask(char *const *words) {
  Text folder = {0}, request = {0}, hello = {0};
  Address address;
  char nonce[HEX + 1], proof[HEX + 1];
  for (int file = 0; file < 3; file++)
    if (fcntl(file, F_GETFD) < 0) return;
  if (words[0] == NULL || isOwnCommand(words)) return;
  if (strcmp(words[0], TIMED_COMMAND) == 0) endBy = now() + TIMED_MS;
  if (!dataFolder(program + 1, program + separator, &folder) || !readAddress(folder.at, &address)) return;
  appendRequest(&request, words);
  if (request.isBad || !makeNonce(nonce) || !reach(address.path)) return;
  appendText(&hello, "{\"nonce\":\"");
  appendText(&hello, nonce);
  appendText(&hello, "\"}\n");
  stepBy = now() + STEP_MS;
  if (hello.isBad || !sendAll(hello.at, hello.length)) return;
  if (!prove(&address, nonce, nextLine(PROOF_MAX), proof)) return;
  hello.length = 0;
  appendText(&hello, "{\"proof\":\"");
  appendText(&hello, proof);
  appendText(&hello, "\"}\n");
  append(&hello, request.at, request.length);
  stepBy = now() + STEP_MS;
  if (hello.isBad || !sendAll(hello.at, hello.length)) return;
  const char *taken = nextLine(ANSWER_MAX);
  if (taken == NULL || strcmp(taken, "{\"taken\":true}") != 0) return;
  stepBy = -1;
  answer();
}

int main(int count, char **arguments) {
  program = arguments + 1;
  for (separator = 1; (int)separator + 1 < count; separator++)
    if (strcmp(program[separator], "--") == 0) break;
  if (count < 2) return EXIT_UNKNOWN;
  formerPipe = signal(SIGPIPE, SIG_IGN);
  if ((int)separator + 1 < count) ask(program + separator + 1);
  becomeProgram();
}
