#include "client.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * Whether only this user and root decide what a path leads to, and the folder at its end is this user's own. Stricter than
 * main/platform/folderTrust.ts, which follows links and knows groups of one member: the whole program decides about these.
 */
static bool isOwnFolder(const char *path) {
  char place[1001];
  size_t length = strlen(path);
  if (path[0] != '/' || length >= sizeof place) return false;
  memcpy(place, path, length + 1);
  for (size_t end = 1; end <= length; end++) {
    bool isLast = end == length;
    if (!isLast && path[end] != '/') continue;
    place[end] = 0;
    struct stat facts;
    if (lstat(place, &facts) != 0 || !S_ISDIR(facts.st_mode)) return false;
    if (facts.st_uid != geteuid() && (isLast || facts.st_uid != 0)) return false;
    bool keepsEntries = !isLast && (facts.st_mode & S_ISVTX) != 0;
    if ((facts.st_mode & 022) != 0 && !keepsEntries) return false;
    place[end] = path[end];
  }
  return true;
}

/* Whether only this user could have created the socket. */
static bool isOwnSocket(const char *path) {
  char folder[1001];
  struct stat facts;
  strcpy(folder, path);
  char *name = strrchr(folder, '/');
  if (name == NULL || name == folder) return false;
  *name = 0;
  if (!isOwnFolder(folder) || lstat(folder, &facts) != 0 || (facts.st_mode & 077) != 0) return false;
  return lstat(path, &facts) == 0 && S_ISSOCK(facts.st_mode) && facts.st_uid == geteuid();
}

/* Reads the address file; its length, or -1. */
static ssize_t readFile(const char *path, char *text, size_t room) {
  int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return -1;
  struct stat facts;
  bool isOwn = fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_uid == geteuid() &&
               (facts.st_mode & 077) == 0;
  ssize_t length = isOwn ? read(file, text, room) : -1;
  close(file);
  return length;
}

/* Copies a string without escapes from between two marks; NULL: it is not there. */
static const char *take(const char *at, const char *before, char *value, size_t least, size_t most) {
  if (at == NULL || strncmp(at, before, strlen(before)) != 0) return NULL;
  at += strlen(before);
  const char *end = strchr(at, '"');
  if (end == NULL || (size_t)(end - at) < least || (size_t)(end - at) > most) return NULL;
  if (memchr(at, '\\', (size_t)(end - at)) != NULL) return NULL;
  memcpy(value, at, (size_t)(end - at));
  value[end - at] = 0;
  return end;
}

bool readAddress(const char *folder, Address *address) {
  char text[2001];
  Text path = {0};
  appendText(&path, folder);
  appendText(&path, "/" ADDRESS_FILE);
  ssize_t length = path.isBad || !isOwnFolder(folder) ? -1 : readFile(path.at, text, sizeof text - 1);
  free(path.at);
  if (length < 0) return false;
  text[length] = 0;
  const char *rest = take(text, "{\"path\":\"", address->path, 1, sizeof address->path - 1);
  rest = take(rest, "\",\"key\":\"", address->key, 32, sizeof address->key - 1);
  return rest != NULL && strcmp(rest, "\"}") == 0 && isOwnSocket(address->path);
}

bool dataFolder(char *const *switches, char *const *end, Text *folder) {
  static const char option[] = "--user-data-dir=";
  const char *given = "";
  for (; switches < end; switches++)
    if (strncmp(*switches, option, strlen(option)) == 0) given = *switches + strlen(option);
  if (*given != 0) {
    appendText(folder, given);
    return *given == '/' && !folder->isBad;
  }
  const char *home = getenv("HOME");
  if (home == NULL || *home != '/') return false;
#ifdef __APPLE__
  appendText(folder, home);
  appendText(folder, "/Library/Application Support");
#else
  const char *named = getenv("XDG_CONFIG_HOME");
  bool isNamed = named != NULL && *named == '/';
  appendText(folder, isNamed ? named : home);
  if (!isNamed) appendText(folder, "/.config");
#endif
  appendText(folder, "/" DATA_FOLDER);
  return !folder->isBad;
}
