/**
 * What goes around every test. After each the process takes a turn of its event loop: tests that only compute, one
 * behind the other, would keep vitest's messages waiting until it gives them up (`Timeout calling "onTaskUpdate"`).
 */
import { afterEach } from "vitest"

const { setImmediate } = globalThis

afterEach(() => new Promise<void>((resolve) => void setImmediate(resolve)))
