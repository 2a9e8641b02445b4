// The installed library from C++, and from many threads at once.
#include <gelu.h>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

static void check(bool condition, const std::string &what)
{
    if (!condition) {
        std::cerr << "not so: " << what << '\n';
        std::exit(1);
    }
}

static std::vector<float> activated(std::vector<float> x)
{
    gelu_status status = gelu_forward_f32(x.data(), x.data(), x.size(), GELU_FORM_EXACT, GELU_ACCURACY_PRECISE);
    check(status == GELU_STATUS_OK, gelu_status_message(status));
    return x;
}

int main()
{
    check(std::string(gelu_version()) == GELU_VERSION, "the version is the header's");
    check(activated({}).empty(), "nothing stays nothing");

    std::vector<float> x(1 << 20);
    for (std::size_t i = 0; i < x.size(); i++)
        x[i] = float(i) / float(1 << 17) - 4;
    const std::vector<float> y = activated(x);
    for (std::size_t i = 0; i < x.size(); i++) {
        double truth = 0.5 * x[i] * std::erfc(-x[i] * std::sqrt(0.5));
        check(std::fabs(y[i] - truth) <= 0.6 * std::ldexp(1, std::max(std::ilogb(truth), -126) - 23), "0.6 ulp");
    }

    std::vector<std::thread> threads;
    for (int i = 0; i < 8; i++)
        threads.emplace_back([&] { check(activated(x) == y, "all threads get the same"); });
    for (std::thread &thread : threads)
        thread.join();
    std::cout << "gelu " << gelu_version() << " from C++ with " << gelu_isa() << ": as it should be\n";
}
