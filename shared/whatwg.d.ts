/** The part of the WHATWG URL Standard that both Node and Chromium have, and that `shared` uses. */
declare class URL {
  constructor(url: string);
  static canParse(url: string): boolean;
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
  readonly search: string;
  readonly hash: string;
  readonly pathname: string;
  readonly origin: string;
}
