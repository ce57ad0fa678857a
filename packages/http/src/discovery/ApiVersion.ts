/**
 * The version of the store's interface, which documents and descriptors name. It is in a module of its own, because the
 * OpenAPI document is loaded when it is asked for. Follows docs/specification.md#descriptors.
 */
export const apiVersion = "1.0.0"
