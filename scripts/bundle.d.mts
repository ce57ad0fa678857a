import type { Plugin } from "esbuild"

export declare const demoFiles: ReadonlyArray<string>

export declare const filesBeside: Readonly<Record<string, string>>

export declare const bundle: (
  entryPoints: Readonly<Record<string, string>>,
  outdir: string,
  plugins?: ReadonlyArray<Plugin>
) => Promise<void>
