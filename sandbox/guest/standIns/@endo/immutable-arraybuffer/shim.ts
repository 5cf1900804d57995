/** Methods of buffers that may be part of the language one day. The platform has none of them yet, and nobody promised them. */
