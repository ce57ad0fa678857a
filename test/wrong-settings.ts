/**
 * Settings with which the server does not start, and the one line that says why. Quick tests have it refused in this
 * process, slow ones start the program with each.
 */
type Settings = Readonly<Record<string, string>>

export const wrongSettings: ReadonlyArray<readonly [wrong: Settings, line: RegExp]> = [
  [{ PORT: "abc" }, /^PORT=abc .*port number.*$/],
  [{ PORT: "65536" }, /^PORT=65536 .*port number.*$/],
  [{ DATABASE_URL: "foo" }, /^DATABASE_URL=foo .*sqlite.*postgres.*$/],
  [{ DATABASE_URL: "sqlite:." }, /^DATABASE_URL: \. is a folder, not a file\. Set it to .*: sqlite:\.\/store\.db$/],
  [{ DATABASE_URL: "sqlite:/dev/null" }, /^DATABASE_URL: \/dev\/null is not a regular file\.$/],
  [{ DATABASE_URL: "sqlite:/dev/null/store.db" }, /^DATABASE_URL: .*\/dev\/null.*$/],
  [{ DATABASE_URL: "postgres://nobody:nothing@127.0.0.1:1/none" }, /^DATABASE_URL: PostgreSQL .*$/],
  [{ STRIPE_SECRET_KEY: "sk_live_x", STRIPE_WEBHOOK_SECRET: "whsec_x" }, /^STRIPE_SECRET_KEY takes real money.*$/],
  [{ STORE_MODE: "test" }, /^STORE_MODE=test .*demo, live.*$/],
  [{ STORE_SECRET: "short" }, /^STORE_SECRET.*32 characters.*$/],
  [{ BASE_URL: "shop.example" }, /^BASE_URL=shop.example .*https.*$/],
  [{ RETURN_URL_HOSTS: "localhost,https://shop.example" }, /^RETURN_URL_HOSTS=.* hosts .*$/],
  [{ RETURN_URL_HOSTS: "*.shop.example" }, /^RETURN_URL_HOSTS=.* hosts .*$/],
  [{ WEBHOOK_SECRETS: "," }, /^WEBHOOK_SECRETS=.* `whsec_` and base64 .*$/],
  [{ TRUSTED_PROXIES: "10.0.0.0/33" }, /^TRUSTED_PROXIES=10.0.0.0\/33 .*addresses and blocks.*$/],
  [{ SCAN_LOOPBACK_PORTS: "8080,0" }, /^SCAN_LOOPBACK_PORTS=8080,0 .*ports such as.*$/],
  [{ REQUEST_BUDGETS: "network=0" }, /^REQUEST_BUDGETS=network=0 .*network=6000.*$/],
  [{ REQUEST_BUDGETS: "toString=5" }, /^REQUEST_BUDGETS=toString=5 .*network=6000.*$/],
  [{ REQUEST_BUDGETS: "agent=5,agent=6" }, /^REQUEST_BUDGETS=agent=5,agent=6 .*each once.*$/],
  [{ HOST: "[::1]" }, /^HOST=\[::1\] is not valid: set it to an address .*$/],
  [{ HOST: "127.0.0.1:33031" }, /^HOST=127.0.0.1:33031 is not valid: set it to an address .*$/],
  [{ HOST: "nowhere.invalid" }, /^HOST=nowhere.invalid: .* \(.*\): set HOST to an address of this machine.*$/],
  [{ HOST: "192.0.2.1" }, /^HOST=192.0.2.1: .* \(.*\): set HOST to an address of this machine.*$/]
]
