/** The facts that a platform publishes about a field. */
export interface FieldFacts {
  /** A scalar, or the name of a message or an enum of the same digest. */
  type: string;
  isRepeated?: true;
  isRequired?: true;
  /** Only the platform writes it. */
  isOutputOnly?: true;
  /** Set when a resource is made, and never changed. */
  isImmutable?: true;
  /** Of the fields with this name one is set. */
  oneof?: string;
  isNullable?: true;
  /** Several values of the enum may be given, with commas between. */
  isFlags?: true;
}

/** The facts that a platform publishes about the calls that we make. */
export interface Digest {
  source: string;
  /** The message of each call, by method and path behind the version; a part of the path in braces is a field of the message. */
  calls: Readonly<Record<string, string>>;
  messages: Readonly<Record<string, Readonly<Record<string, FieldFacts>>>>;
  enums: Readonly<Record<string, readonly string[]>>;
  /** The fields that a query may select, for a platform with queries. */
  selectable?: readonly string[];
}
