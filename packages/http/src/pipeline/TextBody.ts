/**
 * A body of text that becomes bytes only where bytes are asked for.
 *
 * Node writes a response's head and a text as one piece; a body of bytes is a second piece, and making it a copy. For
 * everything else it is a body of bytes as the platform has it. Follows docs/specification.md#responses.
 */
import * as HttpBody from "@effect/platform/HttpBody"
import * as Inspectable from "effect/Inspectable"

export class TextBody extends Inspectable.Class implements HttpBody.Uint8Array {
  readonly [HttpBody.TypeId]: HttpBody.TypeId = HttpBody.TypeId
  readonly _tag = "Uint8Array"
  readonly text: string
  readonly contentType: string
  readonly contentLength: number
  private bytes: Uint8Array | undefined

  constructor(text: string, contentType: string) {
    super()
    this.text = text
    this.contentType = contentType
    this.contentLength = Buffer.byteLength(text)
  }

  get body(): Uint8Array {
    return this.bytes ??= Buffer.from(this.text)
  }

  toJSON(): unknown {
    return { _id: "@effect/platform/HttpBody", _tag: this._tag, text: this.text, contentType: this.contentType }
  }
}
