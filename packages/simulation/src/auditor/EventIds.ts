/**
 * The time in an event's id: ids of events grow with time, so that their order is that of the events. Written again
 * here, from the documentation of webhooks.
 */

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** The milliseconds in an id: eight digits of base 62 after `evt_`. */
export const eventTime = (eventId: string): number =>
  eventId.slice(4, 12).split("").reduce((n, one) => n * 62 + digits.indexOf(one), 0)
