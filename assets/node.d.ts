// What the tests of the scripts use of Node.

declare module "node:test" {
	export function test(name: string, run: () => void | Promise<void>): void;
	export function test(name: string, options: { skip?: string | boolean }, run: () => void | Promise<void>): void;
}

declare module "node:assert/strict" {
	interface Assert {
		(value: unknown, message?: string): asserts value;
		equal(actual: unknown, expected: unknown, message?: string): void;
		notEqual(actual: unknown, expected: unknown, message?: string): void;
		deepEqual(actual: unknown, expected: unknown, message?: string): void;
		ok(value: unknown, message?: string): asserts value;
		throws(run: () => unknown, expected?: object | ((e: any) => boolean), message?: string): void;
		rejects(run: () => Promise<unknown>, expected?: object | ((e: any) => boolean), message?: string): Promise<void>;
	}
	const assert: Assert;
	export default assert;
}
