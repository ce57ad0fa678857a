/** Unpacks fonts of the web. Its program is as large as a font, and is loaded with the first of them. */
export { default as unpacked } from "woff2-encoder/decompress"
