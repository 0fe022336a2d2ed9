/** JSON Schema, draft 2020-12, as the build writes it from the declarations (reference/schemas.ts). */
export type JsonSchema = Readonly<Record<string, unknown>> & {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly (string | boolean)[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
};
