#include "client.h"

#include <stdint.h>
#include <string.h>

#define BLOCK 64
#define DIGEST 32

typedef struct {
  uint32_t state[8];
  uint64_t length;
  unsigned char block[BLOCK];
} Sha256;

static const uint32_t rounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotated(uint32_t word, int bits) { return word >> bits | word << (32 - bits); }

static void mix(Sha256 *sha) {
  uint32_t w[64], s[8];
  for (int i = 0; i < 16; i++) {
    const unsigned char *at = sha->block + 4 * i;
    w[i] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
  }
  for (int i = 16; i < 64; i++) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + w[i - 7] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) +
           (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
  }
  memcpy(s, sha->state, sizeof s);
  for (int i = 0; i < 64; i++) {
    uint32_t one = s[7] + (rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)) +
                   ((s[4] & s[5]) ^ (~s[4] & s[6])) + rounds[i] + w[i];
    uint32_t two = (rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)) +
                   ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    memmove(s + 1, s, 7 * sizeof *s);
    s[4] += one;
    s[0] = one + two;
  }
  for (int i = 0; i < 8; i++) sha->state[i] += s[i];
}

static void start(Sha256 *sha) {
  static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memcpy(sha->state, first, sizeof first);
  sha->length = 0;
}

static void add(Sha256 *sha, const void *bytes, size_t length) {
  const unsigned char *at = bytes;
  while (length-- > 0) {
    sha->block[sha->length++ % BLOCK] = *at++;
    if (sha->length % BLOCK == 0) mix(sha);
  }
}

static void finish(Sha256 *sha, unsigned char digest[DIGEST]) {
  uint64_t bits = sha->length * 8;
  add(sha, "\x80", 1);
  while (sha->length % BLOCK != BLOCK - 8) add(sha, "", 1);
  for (int i = 7; i >= 0; i--) {
    unsigned char byte = (unsigned char)(bits >> 8 * i);
    add(sha, &byte, 1);
  }
  for (int i = 0; i < DIGEST; i++) digest[i] = (unsigned char)(sha->state[i / 4] >> (24 - i % 4 * 8));
}

void hmacHex(const char *key, size_t keyLength, const char *message, size_t length, char hex[HEX + 1]) {
  Sha256 sha;
  unsigned char block[BLOCK] = {0}, digest[DIGEST];
  if (keyLength <= BLOCK) {
    memcpy(block, key, keyLength);
  } else {
    start(&sha);
    add(&sha, key, keyLength);
    finish(&sha, block);
  }
  for (int i = 0; i < BLOCK; i++) block[i] ^= 0x36;
  start(&sha);
  add(&sha, block, BLOCK);
  add(&sha, message, length);
  finish(&sha, digest);
  for (int i = 0; i < BLOCK; i++) block[i] ^= 0x36 ^ 0x5c;
  start(&sha);
  add(&sha, block, BLOCK);
  add(&sha, digest, DIGEST);
  finish(&sha, digest);
  for (int i = 0; i < DIGEST; i++) {
    hex[2 * i] = "0123456789abcdef"[digest[i] >> 4];
    hex[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
  }
  hex[HEX] = 0;
}
