/** Every component once, on one page of the shop: for tests that look at all of them. */
import { Card, Panel } from "@beauty-store/ui/Card"
import { Bars, LineChart } from "@beauty-store/ui/Chart"
import { Actions, BackButton, BackLink, Button, ButtonLink } from "@beauty-store/ui/Controls"
import { Document } from "@beauty-store/ui/Document"
import { ChoiceList, ErrorSummary, Fields, Group, SelectField, TextField } from "@beauty-store/ui/Form"
import { ShopPage } from "@beauty-store/ui/Layout"
import { Lines } from "@beauty-store/ui/Lines"
import * as Marks from "@beauty-store/ui/Marks"
import { EmptyState, Notice } from "@beauty-store/ui/Notice"
import { Facts, LineItems, PriceTable } from "@beauty-store/ui/Prices"
import type { Site } from "@beauty-store/ui/Site"
import { Status, Steps, Timeline } from "@beauty-store/ui/Status"
import type { VNode } from "preact"

const linksTo = (...names: ReadonlyArray<string>) => names.map((words) => ({ href: `/${words.toLowerCase()}`, words }))

const site: Site = {
  name: "Beauty Store",
  home: "/",
  skip: "Skip to the content",
  search: { action: "/search", label: "Search the shop", hint: "Serum", button: "Search" },
  cart: { href: "/cart", words: "Cart" },
  navigation: { name: "Shop", links: linksTo("Skincare", "Help") },
  groups: [{ name: "Service", links: linksTo("Returns", "Shipping") }],
  legal: { name: "Legal", links: linksTo("Terms", "Privacy") },
  note: "All prices include VAT."
}

const at = { iso: "2026-11-22T18:19:00.000Z", words: "22 November 2026, 19:19" }

/** `text` is written wherever a component takes words. */
export const specimen = (text: string): VNode => (
  <Document title={text} personal onward="/next">
    <ShopPage site={site} current="/help">
      <h1>{text}</h1>
      <p class="lead">{text}</p>
      <Notice tone="right">
        <p>{text}</p>
      </Notice>
      <ErrorSummary title={text} faults={[{ field: "name", words: text }, { field: "size", words: text }]} />
      <Steps
        label="Progress"
        reached={1}
        steps={["Ordered", "Paid", "Shipped", "Delivered"].map((name) => ({ name, at }))}
      />
      <Actions>
        <ButtonLink href="/one">{text}</ButtonLink>
        <ButtonLink href="/two" rank="plain">Plain</ButtonLink>
      </Actions>
      <div class="columns">
        <div class="stack">
          <Card title={text}>
            <div class="row">
              <h3>{text}</h3>
              <Status tone="right">Delivered</Status>
            </div>
            <Timeline entries={[{ words: text, at }, { words: "Handed over", at }]} />
            <p class="quiet">{text}</p>
          </Card>
          <Card title="Numbers">
            <LineChart label={text} from={text} to={text} values={[12.5, 40, null, 60, null, 100, 90]} />
            <Bars bars={[{ name: text, value: 33.3, words: "33.3" }, { name: "None", value: null, words: "–" }]} />
          </Card>
          <Card title="Goods">
            <LineItems
              items={[{ words: text, note: text, amount: "€1,234.50", picture: "data:," }, {
                words: "Soap",
                amount: "€5.00",
                picture: "data:,"
              }]}
            />
          </Card>
          <Panel top="Your bank" bank>
            <Marks.SignMark sign="waiting" tone="wait" />
            <h2>{text}</h2>
            <Facts framed facts={[{ name: "Amount", value: "€34.75" }, { name: "Agent", value: text }]} />
          </Panel>
          <form method="post">
            <Fields label="Details">
              <TextField
                id="name"
                label={text}
                autocomplete="name"
                maxlength={99}
                value={text}
                fault={text}
                hint={text}
                wide
              />
              <TextField id="email" label="Email" type="email" autocomplete="email" maxlength={254} required />
              <SelectField
                id="size"
                label="Size"
                options={[{ value: "s", words: text }, { value: "m", words: "M" }]}
                selected="m"
              />
            </Fields>
            <ChoiceList
              name="method"
              legend={text}
              selected="card"
              fault={text}
              choices={[{ value: "card", words: text, marks: <Marks.Lock />, more: <p>{text}</p> }, {
                value: "other",
                words: "Other",
                more: text
              }]}
            />
            <Group legend={text}>
              <p class="quiet">{text}</p>
              <Fields label="More">
                <TextField id="reason" label={text} autocomplete="off" maxlength={99} wide />
              </Fields>
            </Group>
            <Button name="go" value={text}>{text}</Button>
          </form>
          <BackButton name="action" value="cancel">Back</BackButton>
          <address>
            <Lines lines={[text, "Berlin"]} />
          </address>
          <BackLink href="/back">{text}</BackLink>
        </div>
        <div class="stack">
          <Card title="Total">
            <PriceTable
              prices={[
                { words: text, amount: "€1,234,567.89" },
                { words: "Shipping, standard", amount: "free" },
                { words: "Total", amount: "€1,234,567.89", main: true }
              ]}
            />
          </Card>
          <Card title="States">
            <Status>Called off</Status> <Status tone="wait">On its way</Status> <Status tone="wrong">Not sent</Status>
          </Card>
        </div>
      </div>
    </ShopPage>
  </Document>
)

export const emptyPage = (text: string): VNode => (
  <Document title={text}>
    <ShopPage site={site} width="narrow">
      <EmptyState title={text} actions={<ButtonLink href="/">To the shop</ButtonLink>}>
        <p>{text}</p>
      </EmptyState>
    </ShopPage>
  </Document>
)
