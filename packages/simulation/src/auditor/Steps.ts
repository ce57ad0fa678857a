/** Tables of transitions between statuses, and which statuses they can reach. */

export type Steps = Readonly<Record<string, ReadonlyArray<string>>>

/** Whether a status is, or can become, another one. */
export const reaches = (steps: Steps, from: string, to: string): boolean =>
  from === to || (steps[from] ?? []).some((next) => reaches(steps, next, to))
