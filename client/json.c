#include "client.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void append(Text *text, const char *bytes, size_t length) {
  if (text->isBad) return;
  if (text->length + length + 1 > text->room) {
    size_t room = (text->length + length + 1) * 2;
    char *more = realloc(text->at, room);
    if (more == NULL) {
      text->isBad = true;
      return;
    }
    text->at = more;
    text->room = room;
  }
  memcpy(text->at + text->length, bytes, length);
  text->length += length;
  text->at[text->length] = 0;
}

void appendText(Text *text, const char *more) { append(text, more, strlen(more)); }

void appendNumber(Text *text, unsigned long number) {
  char digits[24];
  size_t first = sizeof digits;
  do digits[--first] = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  append(text, digits + first, sizeof digits - first);
}

/* Length of the character of UTF-8 (RFC 3629) at the start of a string; 0: there is none. */
static size_t characterLength(const unsigned char *at) {
  if (at[0] < 0x80) return 1;
  size_t length = at[0] >= 0xc2 && at[0] < 0xe0 ? 2 : at[0] >= 0xe0 && at[0] < 0xf0 ? 3 : at[0] >= 0xf0 && at[0] < 0xf5 ? 4 : 0;
  for (size_t i = 1; i < length; i++)
    if ((at[i] & 0xc0) != 0x80) return 0;
  bool isTooLong = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xf0 && at[1] < 0x90);
  bool isNone = (at[0] == 0xed && at[1] >= 0xa0) || (at[0] == 0xf4 && at[1] >= 0x90);
  return isTooLong || isNone ? 0 : length;
}

void appendString(Text *text, const char *string) {
  appendText(text, "\"");
  const unsigned char *at = (const unsigned char *)string;
  while (*at != 0) {
    size_t length = characterLength(at);
    if (length == 0) {
      text->isBad = true;
      return;
    }
    if (*at == '"' || *at == '\\') {
      append(text, "\\", 1);
      append(text, (const char *)at, 1);
    } else if (*at < 0x20) {
      char escape[6] = {'\\', 'u', '0', '0', "01"[*at >> 4], "0123456789abcdef"[*at & 15]};
      append(text, escape, sizeof escape);
    } else {
      append(text, (const char *)at, length);
    }
    at += length;
  }
  appendText(text, "\"");
}

/* The number of four hexadecimal digits; -1: there are none. */
static int32_t unitAt(const char *at) {
  int32_t unit = 0;
  for (int i = 0; i < 4; i++) {
    const char *digits = "0123456789abcdef";
    const char *digit = at[i] == 0 ? NULL : strchr(digits, at[i] >= 'A' && at[i] <= 'F' ? at[i] + 32 : at[i]);
    if (digit == NULL) return -1;
    unit = unit * 16 + (int32_t)(digit - digits);
  }
  return unit;
}

static char *encode(char *to, uint32_t code) {
  if (code < 0x80) {
    *to++ = (char)code;
  } else if (code < 0x800) {
    *to++ = (char)(0xc0 | code >> 6);
    *to++ = (char)(0x80 | (code & 63));
  } else if (code < 0x10000) {
    *to++ = (char)(0xe0 | code >> 12);
    *to++ = (char)(0x80 | (code >> 6 & 63));
    *to++ = (char)(0x80 | (code & 63));
  } else {
    *to++ = (char)(0xf0 | code >> 18);
    *to++ = (char)(0x80 | (code >> 12 & 63));
    *to++ = (char)(0x80 | (code >> 6 & 63));
    *to++ = (char)(0x80 | (code & 63));
  }
  return to;
}

const char *decodeString(char *string, size_t *length) {
  char *to = string;
  const char *at = string;
  while (*at != '"') {
    if (*at == 0) return NULL;
    if (*at != '\\') {
      *to++ = *at++;
      continue;
    }
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *name = at[1] == 0 ? NULL : strchr(names, at[1]);
    if (name != NULL) {
      *to++ = values[name - names];
      at += 2;
      continue;
    }
    int32_t unit = at[1] == 'u' ? unitAt(at + 2) : -1;
    if (unit < 0) return NULL;
    at += 6;
    uint32_t code = (uint32_t)unit;
    if (unit >= 0xd800 && unit < 0xe000) {
      int32_t low = unit < 0xdc00 && at[0] == '\\' && at[1] == 'u' ? unitAt(at + 2) : -1;
      bool isPair = low >= 0xdc00 && low < 0xe000;
      code = isPair ? 0x10000 + ((uint32_t)unit - 0xd800) * 0x400 + ((uint32_t)low - 0xdc00) : 0xfffd;
      if (isPair) at += 6;
    }
    to = encode(to, code);
  }
  *length = (size_t)(to - string);
  return at + 1;
}
