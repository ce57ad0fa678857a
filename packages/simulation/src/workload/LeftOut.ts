/**
 * People and requests that are left out of a run, to shrink a failure: people never come, and a request that is left
 * out is never sent, as far as its client knows without an answer. Everybody draws from a stream of their own, so that
 * the others do as before until they notice. A request is named by its client and its number among that client's,
 * requests that are left out included: `shopper-3:7`.
 */

/** A name as an option can have it. */
export const optionNameOf = (name: string): string => name.replace(/[^\w-]+/g, "-")

export class LeftOut {
  /** Who came, and what was sent, in order. */
  readonly people: Array<string> = []
  readonly sent: Array<string> = []
  private readonly withoutPeople: ReadonlySet<string>
  private readonly withoutRequests: ReadonlySet<string>
  private readonly counts = new Map<string, number>()
  private readonly keys = new Map<string, number>()

  constructor(withoutPeople: ReadonlySet<string> = new Set(), withoutRequests: ReadonlySet<string> = new Set()) {
    this.withoutPeople = withoutPeople
    this.withoutRequests = withoutRequests
  }

  /** Whether somebody comes. */
  comes(name: string): boolean {
    if (this.withoutPeople.has(name)) return false
    this.people.push(name)
    return true
  }

  /** Whether the next request of a client is sent. One that has a key is one request, however often it is sent. */
  sends(client: string, key: string | undefined): boolean {
    const name = optionNameOf(client)
    const again = key === undefined ? undefined : this.keys.get(`${name} ${key}`)
    const n = again ?? (this.counts.get(name) ?? 0) + 1
    const id = `${name}:${n}`
    if (again === undefined) {
      this.counts.set(name, n)
      if (key !== undefined) this.keys.set(`${name} ${key}`, n)
      if (!this.withoutRequests.has(id)) this.sent.push(id)
    }
    return !this.withoutRequests.has(id)
  }
}
