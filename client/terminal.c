#include "client.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* As main/cli/terminalFacts.ts says them. */

static bool isUpper(char letter) { return letter >= 'A' && letter <= 'Z'; }
static bool isLower(char letter) { return letter >= 'a' && letter <= 'z'; }

/* The first of two variables that is set and not empty, or `LANG`. */
static const char *named(const char *first, const char *second) {
  const char *names[] = {first, second, "LANG"};
  for (size_t i = 0; i < 3; i++) {
    const char *value = getenv(names[i]);
    if (value != NULL && *value != 0) return value;
  }
  return "";
}

/* Appends the locale of this length as a tag, unless it is none. False: it has other characters than tags. */
static bool appendLocale(Text *text, const char *locale, size_t length, int *count) {
  char tag[101];
  size_t end = 0;
  while (end < length && locale[end] != '.' && locale[end] != '@') end++;
  if (end >= sizeof tag) return false;
  for (size_t i = 0; i < end; i++) {
    char letter = locale[i];
    bool isDigit = letter >= '0' && letter <= '9';
    if (!isUpper(letter) && !isLower(letter) && !isDigit && letter != '_' && letter != '-') return false;
    tag[i] = letter == '_' ? '-' : letter;
  }
  tag[end] = 0;
  if (end == 0 || strcmp(tag, "C") == 0 || strcmp(tag, "POSIX") == 0) return true;
  if (*count > 0) appendText(text, ",");
  appendString(text, tag);
  *count += 1;
  return *count <= LOCALES_MAX;
}

static bool appendLocales(Text *text) {
  const char *list = getenv("LANGUAGE"), *last = named("LC_ALL", "LC_MESSAGES");
  int count = 0;
  for (const char *at = list == NULL ? "" : list; *at != 0;) {
    size_t length = strcspn(at, ":");
    if (!appendLocale(text, at, length, &count)) return false;
    at += length + (at[length] == ':');
  }
  return appendLocale(text, last, strlen(last), &count);
}

/* Appends the region of `ll` or `ll_RR`, the names that almost all locales have. */
static bool appendRegion(Text *text) {
  const char *locale = named("LC_ALL", "LC_TIME");
  size_t length = strcspn(locale, ".@"), letters = 0;
  if (strchr(locale, '=') != NULL) return false;
  while (letters < length && isLower(locale[letters])) letters++;
  bool isNone = length == 0 || (length == 1 && *locale == 'C') || (length == 5 && strncmp(locale, "POSIX", 5) == 0);
  bool isLanguage = letters == 2 || letters == 3;
  if (isNone || (isLanguage && length == letters)) {
    appendText(text, "\"\"");
    return true;
  }
  const char *region = locale + letters + 1;
  if (!isLanguage || length != letters + 3 || (region[-1] != '_' && region[-1] != '-')) return false;
  if (!isUpper(region[0]) || !isUpper(region[1])) return false;
  char name[] = {' ', region[0], region[1], ' ', 0};
  // Intl has other names for these.
  if (strstr(RENAMED_REGIONS, name) != NULL) return false;
  name[3] = 0;
  appendString(text, name + 1);
  return true;
}

/* Whether a text looks like the name of a zone (IANA): words that begin with a capital letter. */
static bool isZone(const char *name) {
  bool isStart = true;
  if (*name == 0 || strlen(name) > 100) return false;
  for (; *name != 0; name++) {
    if (isStart ? !isUpper(*name) : !isUpper(*name) && !isLower(*name) && strchr("_/-", *name) == NULL) return false;
    isStart = *name == '/';
  }
  return !isStart;
}

static bool appendZone(Text *text) {
  static const char folder[] = "/zoneinfo/";
  const char *given = getenv("TZ");
  if (given != NULL) {
    char path[PATH_MAX] = "/usr/share/zoneinfo/";
    if (!isZone(given)) return false;
    strcat(path, given);
    appendString(text, given);
    return access(path, R_OK) == 0;
  }
  char place[PATH_MAX];
  if (realpath("/etc/localtime", place) == NULL) {
    appendText(text, "\"UTC\"");
    return access("/etc/localtime", F_OK) != 0;
  }
  const char *name = strstr(place, folder);
  if (name == NULL || !isZone(name + strlen(folder))) return false;
  appendString(text, name + strlen(folder));
  return true;
}

bool appendTerminal(Text *text) {
  struct winsize size = {0};
  bool isTerminal = isatty(STDOUT_FILENO) == 1;
  if (isTerminal) ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
  unsigned long columns = size.ws_col == 0 ? 80 : size.ws_col > COLUMNS_MAX ? COLUMNS_MAX : size.ws_col;
  const char *plain = getenv("NO_COLOR"), *kind = getenv("TERM");
  bool isPlain = (plain != NULL && *plain != 0) || (kind != NULL && strcmp(kind, "dumb") == 0);
  appendText(text, "{\"columns\":");
  if (isTerminal) appendNumber(text, columns);
  else appendText(text, "null");
  appendText(text, ",\"hasColour\":");
  appendText(text, isTerminal && !isPlain ? "true" : "false");
  appendText(text, ",\"locales\":[");
  if (!appendLocales(text)) return false;
  appendText(text, "],\"region\":");
  if (!appendRegion(text)) return false;
  appendText(text, ",\"timeZone\":");
  if (!appendZone(text)) return false;
  appendText(text, "}");
  return !text->isBad;
}
