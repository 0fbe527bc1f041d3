#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "sse2")]
unsafe fn sum() -> i32 {
    use std::arch::x86_64::*;
    unsafe { _mm_cvtsi128_si32(_mm_add_epi32(_mm_set1_epi32(1), _mm_set1_epi32(2))) }
}
fn main() {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("sse2") { println!("{}", unsafe { sum() }); return; }
    #[allow(unreachable_code)]
    { println!("3"); }
}
