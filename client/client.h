#ifndef NOTAFTER_CLIENT_H
#define NOTAFTER_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

/* Made of the TypeScript sources by scripts/packaging/commandClient.ts, so that each fact is written once. */
#include "facts.h"

/* Length of 32 bytes in hexadecimal digits. */
#define HEX 64

/* Text that grows. After `isBad` nothing is appended: no memory, or a text that JSON cannot have. */
typedef struct {
  char *at;
  size_t length, room;
  bool isBad;
} Text;

/* Appends bytes as they are. */
void append(Text *text, const char *bytes, size_t length);
void appendText(Text *text, const char *more);
void appendNumber(Text *text, unsigned long number);
/* Appends a string with its quotation marks, as JSON.stringify writes it. Bad: it is no UTF-8. */
void appendString(Text *text, const char *string);
/*
 * Decodes a JSON string without its first quotation mark, in place. Half of a surrogate pair becomes U+FFFD.
 * Returns what follows the last quotation mark and sets the length; NULL: it is no such string.
 */
const char *decodeString(char *string, size_t *length);

/* HMAC-SHA-256 (RFC 2104, FIPS 180-4) as hexadecimal digits with a terminating zero. */
void hmacHex(const char *key, size_t keyLength, const char *message, size_t length, char hex[HEX + 1]);

/* Where the process that holds the database listens, and the key that both sides prove to know. */
typedef struct {
  char path[1001];
  char key[101];
} Address;

/*
 * Reads the address file of a data folder. False: there is none, or another user could have changed it or its socket, or
 * it is not as the app writes it.
 */
bool readAddress(const char *folder, Address *address);
/* The data folder, as the app has it. False: the environment does not say it in a way that is clear. */
bool dataFolder(char *const *switches, char *const *end, Text *folder);
/* Appends the properties of the terminal, an object of JSON. False: only the whole program can tell them. */
bool appendTerminal(Text *text);

#endif
