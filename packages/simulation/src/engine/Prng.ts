/**
 * The pseudo-random number generator: from a seed, the only source of randomness in a simulation.
 *
 * A stream has the same numbers for the same seed, on every machine. `stream` makes another one, which depends only on
 * the seed and the name, so that the draws of one part of the world never shift those of another. The generator is
 * sfc32; its numbers are for choosing, not for secrets.
 *
 * @since 1.0.0
 */

export class Prng {
  private a: number
  private b: number
  private c: number
  private d = 1
  private readonly origin: string

  constructor(origin: string) {
    this.origin = origin
    let hash = 0x811c9dc5
    const word = (salt: number): number => {
      for (let i = 0; i < origin.length; i++) hash = Math.imul(hash ^ origin.charCodeAt(i), 0x01000193)
      hash = Math.imul(hash ^ (hash >>> 15) ^ salt, 0x85ebca6b)
      return hash ^ (hash >>> 13)
    }
    this.a = word(1)
    this.b = word(2)
    this.c = word(3)
    for (let i = 0; i < 12; i++) this.bits()
  }

  /** Another stream, by its name. */
  stream(name: string): Prng {
    return new Prng(`${this.origin}/${name}`)
  }

  private bits(): number {
    const t = (this.a + this.b + this.d) | 0
    this.d = (this.d + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (this.c << 21) | (this.c >>> 11)
    this.c = (this.c + t) | 0
    return t >>> 0
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    return this.bits() / 4_294_967_296
  }

  /** True with this probability. */
  happens(probability: number): boolean {
    return probability > 0 && this.next() < probability
  }

  /** A whole number, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  /** A whole number, both ends included, whose logarithm is uniform: every order of magnitude is equally likely. */
  logUniform(from: number, to: number): number {
    return Math.floor(Math.exp(Math.log(from + 1) + this.next() * (Math.log(to + 2) - Math.log(from + 1)))) - 1
  }

  pick<A>(list: ReadonlyArray<A>): A {
    return list[Math.floor(this.next() * list.length)]!
  }

  bytes(n: number): Uint8Array {
    const bytes = new Uint8Array(n)
    for (let i = 0; i < n; i += 4) {
      const word = this.bits()
      for (let j = 0; j < 4 && i + j < n; j++) bytes[i + j] = word >>> (8 * j)
    }
    return bytes
  }
}
