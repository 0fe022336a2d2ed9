/** Something of the platform's world that a value may name. */
export interface Thing {
  /** What goes over the wire. */
  readonly value: string;
  /** What people call it. */
  readonly name: string;
  readonly remark: string;
}
