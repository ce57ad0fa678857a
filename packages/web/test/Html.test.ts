/** The template that escapes by default. */
import * as Html from "@beauty-store/web/Html"
import { describe, expect, it } from "vitest"

describe("the html template", () => {
  it("escapes whatever is not markup of its own, nested and listed values included", () => {
    const hostile = `<script>"&'`
    expect(Html.html`<p title="${hostile}">${[hostile, Html.html`<b>${hostile}</b>`]}</p>`.text).toBe(
      `<p title="&lt;script&gt;&quot;&amp;&#39;">&lt;script&gt;&quot;&amp;&#39;<b>&lt;script&gt;&quot;&amp;&#39;</b></p>`
    )
  })

  it("writes nothing for what is left out, and every number", () => {
    expect(Html.html`${undefined}${false}${[]}${0}${""}`.text).toBe("0")
  })

  it("does not take an object that looks like markup for markup", () => {
    expect(Html.html`${JSON.parse(`["<i>"]`) as ReadonlyArray<string>}`.text).toBe("&lt;i&gt;")
  })
})
