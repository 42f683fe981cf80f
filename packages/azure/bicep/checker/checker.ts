import type { DiagnosticTemplate, Span } from "@byocni/base/lang";
import type { FileModel } from "../model/model.ts";
import type { BicepSymbol, LocalSymbol, ModuleSymbol, ResourceSymbol } from "../symbols/index.ts";
import type { Decorator, Expression, LambdaNode, TypeNode } from "../syntax/index.ts";
import type { ModuleType, ResourceType, Type } from "../types/index.ts";

/** What a declared type's decorators add to it. */
export interface DecoratedType {
  readonly type: TypeNode;
  readonly decorators: readonly Decorator[];
}

/**
 * The types of one file. Each question is answered once and remembered; what is wrong is reported when the answer is
 * first worked out, so asking has no further effect.
 */
export interface Checker {
  readonly model: FileModel;
  typeOf(node: Expression): Type;
  /** The type of what a symbol stands for when it is used as a value. */
  symbolType(symbol: BicepSymbol): Type;
  /** True while the type of a symbol is being worked out. */
  isPending(symbol: BicepSymbol): boolean;
  /** The type that a type expression denotes. */
  declaredType(declared: DecoratedType): Type;
  resourceType(symbol: ResourceSymbol): ResourceType | undefined;
  moduleType(symbol: ModuleSymbol): ModuleType | undefined;
  /** The checker of another file of the program. */
  checkerOf(model: FileModel): Checker;
  /** Gives the parameters of a lambda their types before its body is looked at. */
  expectLambda(node: LambdaNode, parameters: readonly Type[]): void;
  lambdaParameterType(symbol: LocalSymbol): Type;
  /** True when what is written has a fault of syntax: types would only add to the confusion. */
  isMalformed(span: Span): boolean;
  report<Arguments extends readonly unknown[]>(
    span: Span,
    template: DiagnosticTemplate<Arguments>,
    ...args: Arguments
  ): void;
  /** Reports at the level of a warning, whatever the row's own level is. */
  warn<Arguments extends readonly unknown[]>(
    span: Span,
    template: DiagnosticTemplate<Arguments>,
    ...args: Arguments
  ): void;
}
