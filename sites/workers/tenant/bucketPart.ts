/** Presents one prefix of the tenant's bucket as a bucket. */
type Keys = string | string[];

/** Only the platform can make an `R2Bucket`, so the result is cast. It has only the methods that workspaces use. */
export function bucketPart(bucket: R2Bucket, prefix: string): R2Bucket {
  const inside = (key: string): string => prefix + key;
  const outside = <T extends R2Object>(object: T): T =>
    new Proxy(object, {
      get: (target, name) => {
        if (name === "key") return target.key.slice(prefix.length);
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  const part: Pick<R2Bucket, "head" | "delete" | "list"> & { get: unknown; put: unknown } = {
    head: async (key) => {
      const found = await bucket.head(inside(key));
      return found && outside(found);
    },
    get: async (key: string, options?: R2GetOptions) => {
      const found = await bucket.get(inside(key), options);
      return found && outside(found);
    },
    put: async (key: string, value: ReadableStream | ArrayBuffer | ArrayBufferView, options?: R2PutOptions) => {
      const stored = await bucket.put(inside(key), value, options);
      return stored && outside(stored);
    },
    delete: (keys: Keys) => bucket.delete(typeof keys === "string" ? inside(keys) : keys.map(inside)),
    list: async (options) => {
      const page = await bucket.list({ ...options, prefix: inside(options?.prefix ?? "") });
      return { ...page, objects: page.objects.map(outside) };
    },
  };
  return part as unknown as R2Bucket;
}
