/** How a test asks for what its run shares (`broker.ts`). */
import { inject } from "vitest"

export const ask = async (method: "DELETE" | "GET" | "POST", path: string): Promise<string> => {
  const response = await fetch(`${inject("broker")}/${path}`, { method })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}
